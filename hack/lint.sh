#!/bin/sh
# Runs gofmt, go vet and the pinned staticcheck on every module.
set -eu
cd "$(dirname "$0")/.."
. hack/env.sh
hack/format.sh
hack/each.sh go vet ./...
hack/each.sh go tool -modfile="$PWD/tools/go.mod" staticcheck ./...
