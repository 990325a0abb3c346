"""``python -m floatfloat`` is the command."""

import sys

from .command import main

sys.exit(main())
