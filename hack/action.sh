#!/bin/sh
# Runs configgen verify in a workflow of GitHub, then lint and breaking if they are asked for: what action.yml does. The
# component's own module decides on the program: its own one, or the version of configgen that it has as a tool in
# tools/go.mod, hack/tools/go.mod or go.mod; otherwise it is that of the action.
set -eu
has_tool() { test -f "$1" && grep -q '^\(tool \|	\)github.com/configgen/configgen/cmd/configgen' "$1"; }
tools=
for directory in ${CONFIGGEN_TOOLS:-tools hack/tools}; do
	if test -z "$tools" && has_tool "$directory/go.mod"; then
		tools=$directory
	fi
done
if test -n "${CONFIGGEN_TOOLS-}" && test -z "$tools"; then
	echo "::error::$CONFIGGEN_TOOLS/go.mod does not have configgen as a tool" >&2
	exit 2
fi
if test -n "${CONFIGGEN_PROGRAM-}"; then
	configgen() { go run "$CONFIGGEN_PROGRAM" "$@"; }
elif test -n "$tools"; then
	export GOWORK=off # -modfile and a workspace exclude each other; -mod=readonly passes over a vendor directory
	configgen() { go run -mod=readonly -modfile="$tools/go.mod" github.com/configgen/configgen/cmd/configgen "$@"; }
elif has_tool go.mod; then
	configgen() { go tool configgen "$@"; }
else
	program=${RUNNER_TEMP:-/tmp}/configgen
	GOWORK=off go -C "$CONFIGGEN_ACTION" build -o "$program" ./cmd/configgen
	configgen() { "$program" "$@"; }
fi
status=0
# The packages are several arguments.
# shellcheck disable=SC2086
set -- --format github ${CONFIGGEN_PACKAGES-./...}
configgen verify "$@" || status=$?
if test "${CONFIGGEN_LINT-}" = true; then
	configgen lint "$@" || status=$?
fi
if test -n "${CONFIGGEN_AGAINST-}"; then
	configgen breaking --against "$CONFIGGEN_AGAINST" "$@" || status=$?
fi
exit "$status"
