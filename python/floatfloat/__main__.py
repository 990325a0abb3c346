"""``python -m floatfloat`` is the command."""

import sys

from . import _core
from .command import main

if sys.argv[1:] == ["serve-device"] and not hasattr(_core, "run_command"):
    # The process of a device, in a build without the command, which would serve its programs, too.
    sys.exit(_core.serve_device())
sys.exit(main())
