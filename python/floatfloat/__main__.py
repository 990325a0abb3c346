"""``python -m floatfloat`` is the command."""

import sys

from . import _core
from .command import main

if sys.argv[1:] == ["serve-device"]:
    # The process of a device, which needs no command.
    sys.exit(_core.serve_device())
sys.exit(main())
