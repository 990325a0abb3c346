"""``python -m floatfloat`` runs the command ``floatfloat``."""

import sys

from . import _core
from .command import main

if sys.argv[1:] == ["serve-device"] and not hasattr(_core, "run_command"):
    # A build without the command still serves a device in this process.
    sys.exit(_core.serve_device())
sys.exit(main())
