#!/bin/sh
# Runs a command in the directory of every module, and fails if it fails in any. Usage: hack/each.sh command [argument...]
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
status=0
for module in $(hack/modules.sh); do
	echo "== $module"
	(cd "$module" && "$@") || status=1
done
exit "$status"
