"""MassGen's own watcher: DELEGATION_DIRECTORY ALLOWED_ROOT. Says "ready" and serves until stdin ends."""

import asyncio
import sys
from pathlib import Path

from massgen.subagent.launch_watcher import SubagentLaunchWatcher


async def main() -> None:
    watcher = SubagentLaunchWatcher(Path(sys.argv[1]), [Path(sys.argv[2])])
    await watcher.start()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await watcher.stop()


asyncio.run(main())
