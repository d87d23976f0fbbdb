#!/bin/sh
# Runs every fuzz target of every module, one after the other, each for the given time. Usage: hack/fuzz.sh [duration]
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
git grep --untracked -o '^func Fuzz[A-Za-z0-9_]*' -- '*_test.go' | while IFS=: read -r file target; do
	target=${target#func }
	echo "== $(dirname "$file") $target"
	(cd "$(dirname "$file")" && go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-60s}" -fuzzminimizetime 1s .)
done
