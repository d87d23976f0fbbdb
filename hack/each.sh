#!/bin/sh
# Runs a command in the directory of every module, two at a time, and fails if it fails in any. What it prints in a
# module appears when it ends there. Usage: [WITHOUT=module] hack/each.sh command [argument...]
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
# The tool's own module takes longest and goes first.
# shellcheck disable=SC2016 # The inner shell expands them.
{ echo . && hack/modules.sh | grep -vx -e '\.' -e "${WITHOUT-.}"; } | xargs -P 2 -I '{}' sh -c '
	status=0
	output=$(cd "$0" && "$@" 2>&1) || status=$?
	printf "== %s\n%s\n" "$0" "$output"
	exit "$status"
' '{}' "$@"
