#!/bin/sh
# Runs a command in the directory of every module, two at a time, and fails if it fails in any. A line says when a module
# begins, and another how it ended, followed by what it printed. On a terminal, the last line shows the modules that run,
# each with the last line that it has printed. Usage: [WITHOUT=module] hack/each.sh command [argument...]
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
EACH_RUNNING=$(mktemp -d) # a file for each module that runs: its name, and what it has printed
EACH_CLEAR=
export EACH_RUNNING EACH_CLEAR
progress=
trap 'test -z "$progress" || kill "$progress"; rm -rf "$EACH_RUNNING"' EXIT
trap 'exit 130' INT TERM
if test -t 1; then
	EACH_CLEAR=$(printf '\r\033[K')
	while sleep 1; do
		line=
		for file in "$EACH_RUNNING"/*; do
			line="$line$(head -n 1 "$file" 2>/dev/null): $(tail -n 1 "$file" 2>/dev/null | cut -c 1-50)  "
		done
		printf '%s%.*s' "$EACH_CLEAR" "$(($(tput cols 2>/dev/null || echo 80) - 1))" "$line"
	done &
	progress=$!
fi
# The tool's own module takes longest and goes first.
# shellcheck disable=SC2016 # The inner shell expands them.
{ echo . && hack/modules.sh | grep -vx -e '\.' -e "${WITHOUT-.}"; } | xargs -P 2 -I '{}' sh -c '
	file=$EACH_RUNNING/$$ begun=$(date +%s) status=0
	printf "%s-- %s\n" "$EACH_CLEAR" "$0"
	echo "$0" >"$file"
	(cd "$0" && "$@") >>"$file" 2>&1 || status=$?
	output=$(sed 1d "$file") && rm "$file"
	ended=passed && test "$status" = 0 || ended=FAILED
	printf "%s== %s: %s, %d s\n%s" "$EACH_CLEAR" "$0" "$ended" "$(($(date +%s) - begun))" "${output:+$output
}"
	exit "$status"
' '{}' "$@"
