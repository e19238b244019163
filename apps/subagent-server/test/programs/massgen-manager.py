"""MassGen's own manager in delegated mode: one JSON object as argument, the results as the last line.

Tasks with "cancel_when" are cancelled once a file of that pattern is there.
"""

import asyncio
import glob
import json
import sys

from massgen.subagent.manager import SubagentManager

given = json.loads(sys.argv[1])


async def run(manager: SubagentManager, task: dict) -> dict:
    spawned = asyncio.create_task(
        manager.spawn_subagent(
            task=task["task"], subagent_id=task["subagent_id"], timeout_seconds=task["timeout_seconds"]
        )
    )
    if "cancel_when" in task:
        while not glob.glob(task["cancel_when"]):
            await asyncio.sleep(0.1)
        spawned.cancel()
    try:
        return (await spawned).to_dict()
    except asyncio.CancelledError:
        return {"subagent_id": task["subagent_id"], "status": "cancelled"}


async def main() -> None:
    manager = SubagentManager(
        parent_workspace=given["workspace"],
        parent_agent_id="parent",
        orchestrator_id="orchestrator",
        parent_agent_configs=given["agents"],
        log_directory=given["log_directory"],
        min_timeout=1,
        subagent_runtime_mode="delegated",
        delegation_directory=given["delegation_directory"],
    )
    # It asks for /.dockerenv, which only a container has.
    manager._running_inside_container = True
    results = await asyncio.gather(*[run(manager, task) for task in given["tasks"]])
    print(json.dumps(results))


asyncio.run(main())
