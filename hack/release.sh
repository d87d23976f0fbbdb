#!/bin/sh
# Makes a release of all published modules, or proves that one could be made: see hack/release/main.go.
# Usage: hack/release.sh [-tag] vX.Y.Z
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
exec go run ./hack/release "$@"
