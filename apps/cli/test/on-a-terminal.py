"""Runs a command on a terminal of its own, presses Ctrl-C when a text has come, and says what was seen and the exit code."""
import json
import os
import pty
import sys

text, command = sys.argv[1].encode(), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
seen = b""
pressed = False
while True:
    try:
        came = os.read(terminal, 4096)
    except OSError:
        # So a terminal ends on Linux.
        break
    if not came:
        break
    seen += came
    if not pressed and text in seen:
        os.write(terminal, b"\x03")
        pressed = True
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(json.dumps({"seen": seen.decode(), "code": code}))
