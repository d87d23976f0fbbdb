#!/bin/sh
# Tests every module, and componentconfig also with the newest Kubernetes libraries. Arguments are those of go test.
set -u
cd "$(dirname "$0")/.." || exit
export GOWORK=off
hack/prepare.sh || exit
status=0
hack/each.sh go vet ./... || status=1
hack/each.sh go test -vet=off -timeout 30m "$@" ./... || status=1
echo "== componentconfig with the newest Kubernetes libraries"
cd componentconfig || exit
go list ./... | grep -v /dynamic | xargs go test -vet=off -modfile=go.newest.mod "$@" || status=1
exit "$status"
