import { render } from "preact";
import { connect } from "./connect/server.ts";
import { takeToken } from "./connect/token.ts";
import { Page } from "./page.tsx";

const place = document.querySelector("#page");
const token = takeToken();
if (place !== null) render(<Page server={token === undefined ? undefined : connect(token)} />, place);
// An address that is pasted into this tab may hold another token.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#token=")) location.reload();
});
