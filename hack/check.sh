#!/bin/sh
# Builds and vets every module and runs the tests of the packages that need less than two seconds.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
hack/each.sh sh -c 'go build ./... && go vet ./...'
slow='/cmd/configgen$|/internal/(cli|scaffold|upstream|validationgen)$'
echo "== tests"
go list ./... | grep -Ev "$slow" | xargs go test
(cd componentconfig && go test . ./gates ./internal/...)
