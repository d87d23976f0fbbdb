#!/bin/sh
# Builds configgen, vets every module, and runs the tests that need no more than two seconds for a package.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
go build ./...
hack/each.sh go vet ./...
echo "== tests"
go list ./... | grep -Ev '/(cmd/configgen|internal/(cli|scaffold|upstream|validationgen))$' | xargs go test -vet=off
cd componentconfig
go list ./... | grep -v /dynamic | xargs go test -vet=off
