"""MassGen's own validator over every file of a directory: prints one JSON object, the complaints by file."""

import json
import sys
from pathlib import Path

from massgen.config_validator import ConfigValidator

results = {path.name: ConfigValidator().validate_config_file(str(path)) for path in Path(sys.argv[1]).iterdir()}
complaints = {
    name: [f"{issue.location}: {issue.message}" for issue in [*result.errors, *result.warnings]]
    for name, result in results.items()
}
print(json.dumps(complaints))
