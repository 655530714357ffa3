"""Starts the iwencai program without its habit of naming its own hosts in NO_PROXY."""

import os
import sys

import iwencai_cli

# It does so when it is loaded, and again before each request.
iwencai_cli.ensure_no_proxy_hosts = lambda *hosts, **options: ()
for name in ("NO_PROXY", "no_proxy"):
    os.environ.pop(name, None)

sys.argv[0] = "iwencai"
sys.exit(iwencai_cli.main())
