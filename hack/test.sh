#!/bin/sh
# Tests every module, and componentconfig against the newest Kubernetes libraries, too. Arguments go to go test.
set -u
cd "$(dirname "$0")/.." || exit
export GOWORK=off
hack/prepare.sh || exit 1
status=0
hack/each.sh go vet ./... || status=1
hack/each.sh go test -timeout 30m "$@" ./... || status=1
echo "== componentconfig, newest Kubernetes libraries"
(cd componentconfig && go test -modfile=go.newest.mod "$@" . ./gates ./internal/...) || status=1
exit "$status"
