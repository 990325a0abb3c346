#!/usr/bin/env bash
# Generates the npm package with the command of this source tree, and tests it in Chromium and in Dawn for Node. Where Node or
# npm's registry cannot be had, it says so and is skipped; with FLOATFLOAT_REQUIRE_TOOL=web that is a failure.
set -euo pipefail
cd "$(dirname "$0")"

skipped() {
    echo "skipped: $1"
    [[ ",${FLOATFLOAT_REQUIRE_TOOL:-}," != *,web,* ]]
    exit
}

command -v node >/dev/null || skipped "node is not installed"
npm ci --no-audit --no-fund || skipped "npm's registry cannot be reached"

if [ -z "${FLOATFLOAT_COMMAND:-}" ]; then
    cargo build -q --release -p floatfloat-cli
    FLOATFLOAT_COMMAND=${CARGO_TARGET_DIR:-$PWD/../../target}/release/floatfloat
fi
export FLOATFLOAT_COMMAND
[ -e ../dist/page.html ] || node ../build.mjs
node build.mjs
node --test --test-concurrency=1 tests/
