#!/bin/sh
# Tests every module. "make test-tools" has what takes longest: go vet, the newest Kubernetes libraries and generators, the
# tests with a real API server, scaffolds with other tools, and the how-tos. Arguments are those of go test.
set -u
cd "$(dirname "$0")/.." || exit
. hack/env.sh
hack/prepare.sh || exit
echo "Testing two modules at a time. The tests of a package may take TEST_LIMIT=$TEST_LIMIT."
WITHOUT=componentconfig/dynamic/kube/servertest hack/each.sh go test -vet=off "$@" ./...
