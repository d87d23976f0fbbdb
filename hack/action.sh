#!/bin/sh
# Runs configgen verify in a workflow of GitHub: what action.yml does. The component's own module decides on the version
# of configgen, if it has it as a tool in tools/go.mod or go.mod; otherwise it is that of the action.
set -eu
has_tool() { test -f "$1" && grep -q '^\(tool \|	\)github.com/configgen/configgen/cmd/configgen' "$1"; }
# The packages are several arguments.
# shellcheck disable=SC2086
set -- verify --format github ${CONFIGGEN_PACKAGES-./...}
if has_tool tools/go.mod; then
	export GOWORK=off # -modfile and a workspace exclude each other; -mod=readonly passes over a vendor directory
	exec go run -mod=readonly -modfile=tools/go.mod github.com/configgen/configgen/cmd/configgen "$@"
elif has_tool go.mod; then
	exec go tool configgen "$@"
fi
program=${RUNNER_TEMP:-/tmp}/configgen
GOWORK=off go -C "$CONFIGGEN_ACTION" build -o "$program" ./cmd/configgen
exec "$program" "$@"
