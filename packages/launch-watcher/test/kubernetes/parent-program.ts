/**
 * What a parent does in its pod, for `node -e`: it has its outbox and its workspace, and nothing else. Given are the team's
 * configuration and the name of its request. It prints the response, and what it sees beside its own.
 */
export const parentProgram = `
  const fs = require("node:fs");
  const [team, id] = process.argv.slice(1);
  const base = "/srv/retinue/parent";
  const workspace = base + "/workspace/a";
  const request = {
    version: 1, subagent_id: id, request_id: "0123456789abcdef", task: "How many are there?",
    yaml_config: JSON.parse(team), answer_file: workspace + "/answer.txt", workspace, timeout_seconds: 120,
    created_at: "2026-01-01T00:00:00Z",
  };
  const name = base + "/outbox/request_" + id + ".json";
  fs.writeFileSync(name + ".tmp", JSON.stringify(request));
  fs.renameSync(name + ".tmp", name);
  const answer = base + "/outbox/response_" + id + ".json";
  const timer = setInterval(() => {
    if (!fs.existsSync(answer)) return;
    clearInterval(timer);
    const response = JSON.parse(fs.readFileSync(answer, "utf8"));
    const spool = fs.existsSync(base + "/../spool");
    const token = fs.existsSync("/var/run/secrets/kubernetes.io");
    console.log(JSON.stringify({ response, answer: fs.readFileSync(request.answer_file, "utf8"), spool, token }));
  }, 50);
`;
