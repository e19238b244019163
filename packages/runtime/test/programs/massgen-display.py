"""MassGen's own displays, on what a manager of ours left: what each of them makes of it, as JSON."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

from massgen import logs_analyzer
from massgen.frontend.displays import textual_terminal_display as display
from massgen.frontend.displays.textual_widgets.subagent_screen import SubagentView
from rich.console import Console

workspace, log_directory = Path(sys.argv[1]), Path(sys.argv[2])

console = Console(record=True, width=160, file=open("/dev/null", "w"))
logs_analyzer.display_summary(logs_analyzer.LogAnalyzer(log_directory), console)

status = json.loads((workspace / "subagents/_spawn_status.json").read_text())
cards = {}
for row in status["subagents"]:
    card = display._build_subagent_display_data(row)
    screen = SimpleNamespace(_subagent=card)
    events = SubagentView._resolve_events_file(screen)
    parsed = []
    if events is not None and events.exists():
        from massgen.events import EventReader

        parsed = [event.event_type for event in EventReader(events).read_all()]
    cards[card.id] = {
        "status": card.status,
        "task": card.task,
        "timeout": card.timeout_seconds,
        "answer": card.answer_preview,
        "events": parsed,
    }
print(json.dumps({"spawn": status["status"], "cards": cards, "summary": console.export_text()}))
