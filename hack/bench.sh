#!/bin/sh
# Measures configgen beside the stock generators, then runs the benchmarks of every module. With AGAINST=COMMIT it
# measures configgen beside that commit instead.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
if [ -n "${AGAINST:-}" ]; then
	exec go run ./hack/bench -against "$AGAINST"
fi
go run ./hack/bench
hack/each.sh go test -run '^$' -bench . -benchmem ./...
