#!/bin/sh
# Runs for a long time what "make test" takes a share of: every fuzz target for SOAK (10m), then random lives of
# dynamic configuration.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
hack/fuzz.sh "${SOAK:-10m}"
echo "== componentconfig, random trees, configurations and swapped mounts"
(cd componentconfig && go test -run 'Merge|NeverAMix' ./internal/layers -trees 100_000 -swaps 50_000)
(cd componentconfig && go test -run EffectiveDump . -configurations 5_000)
echo "== componentconfig/dynamic, random sequences"
cd componentconfig && go test -run RandomSequences -timeout 0 ./dynamic -sequences 5_000_000
