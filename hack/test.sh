#!/bin/sh
# Tests every module, the generators of Kubernetes also in their newest minor, and componentconfig also with the newest
# Kubernetes libraries. "make test-tools" has what takes longest: go vet, the tests with a real API server, scaffolds in
# all layouts, and the how-tos. Arguments are those of go test.
set -u
cd "$(dirname "$0")/.." || exit
export GOWORK=off
# What is built has no path of this clone in it, so that the build cache has it from any other clone, too. Programs are
# linked without information for debuggers, which is faster.
GOFLAGS="$(go env GOFLAGS) -trimpath -ldflags=-w"
export GOFLAGS
# Tests and what they start are short. Collecting their garbage less often saves a tenth of the time.
export GOGC="${GOGC-400}"
hack/prepare.sh || exit
status=0
WITHOUT=componentconfig/dynamic/kube/servertest hack/each.sh go test -vet=off -timeout 60m "$@" ./... || status=1
echo "== the newest generators of Kubernetes"
go test -vet=off -modfile=go.newest.mod "$@" ./internal/upstream -run 'Complaints|Exchanged' -generators go.newest.mod ||
	status=1
echo "== componentconfig with the newest Kubernetes libraries"
cd componentconfig || exit
go list ./... | grep -v /dynamic | xargs go test -vet=off -modfile=go.newest.mod "$@" || status=1
exit "$status"
