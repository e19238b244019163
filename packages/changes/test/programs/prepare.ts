import { prepareChanges } from "@retinue/changes";

const [repository = "", place = "", path] = process.argv.slice(2);
await prepareChanges({
  path: repository,
  directory: `${place}/changes`,
  trees: [{ path: `${place}/agent/project`, root: place }],
  staging: `${place}/staging`,
  uncommitted: true,
  environment: { PATH: path, HOME: "/nonexistent" },
});
