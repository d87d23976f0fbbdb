#!/bin/sh
# Downloads the modules that the tests need, and says so: on a new machine this takes minutes, later a few seconds.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
echo "Downloading the modules that are not in the module cache."
hack/each.sh go mod download >/dev/null
go mod download -modfile=go.newest.mod
