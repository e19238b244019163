"""MassGen's own readers, on what a team of ours left: what each of them makes of it, as JSON."""

import json
import sys
from pathlib import Path

from massgen import logs_analyzer
from massgen.events import EventReader
from massgen.frontend.displays.content_processor import ContentProcessor
from rich.console import Console

attempt = Path(sys.argv[1])
console = Console(record=True, width=160, file=open("/dev/null", "w"))
analyzer = logs_analyzer.LogAnalyzer(attempt)
logs_analyzer.display_summary(analyzer, console)
logs_analyzer.display_tools(analyzer, console, "calls")

processor = ContentProcessor()
timeline = []
for event in EventReader(attempt / "events.jsonl").read_all():
    shown = processor.process_event(event, event.round_number)
    if shown is not None:
        tool = getattr(shown, "tool_data", None)
        timeline.append([shown.output_type, tool.tool_name if tool else None, tool.status if tool else None])
rounds = [[each["agent_id"], each["outcome"]] for each in analyzer.get_round_history()]
print(json.dumps({"summary": console.export_text(), "rounds": rounds, "timeline": timeline}))
