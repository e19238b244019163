"""MassGen's own delegate for background jobs over a server: one JSON object as argument, what it was told as the last line."""

import asyncio
import importlib.util
import json
import sys
import sysconfig

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

# The file alone: the whole package takes seconds, and a version of mcp that it goes with.
path = sysconfig.get_path("purelib") + "/massgen/subagent/background_delegate.py"
spec = importlib.util.spec_from_file_location("background_delegate", path)
background_delegate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(background_delegate)
given = json.loads(sys.argv[1])


async def main() -> None:
    parameters = StdioServerParameters(command=given["command"], args=given["args"], cwd=given["workspace"])
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()

        async def call(name: str, arguments: dict) -> dict:
            return json.loads((await session.call_tool(name, arguments)).content[0].text)

        delegate = background_delegate.SubagentBackgroundDelegate(call, "parent")
        await call("spawn_subagents", {"tasks": given["tasks"], "background": True, "refine": False})
        done = await delegate.get_result("done")
        while not done["ready"]:
            await asyncio.sleep(0.2)
            done = await delegate.get_result("done")
        sent = await call("send_message_to_subagent", {"subagent_id": "slow", "message": "hurry", "target_agents": None})
        running = await delegate.get_status("slow")
        cancelled = await delegate.cancel("slow")
        jobs = await delegate.list_jobs(include_all=True)
        told = {"done": done, "sent": sent, "running": running, "cancelled": cancelled, "jobs": jobs}
        print(json.dumps(told))


asyncio.run(main())
