#!/bin/sh
# Measures configgen beside the stock generators, then runs the benchmarks of every module.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
go run ./hack/bench
hack/each.sh go test -run '^$' -bench . -benchmem ./...
