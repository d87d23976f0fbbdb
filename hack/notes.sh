#!/bin/sh
# Prints the section of CHANGELOG.md about a version. Usage: hack/notes.sh vX.Y.Z
set -eu
cd "$(dirname "$0")/.."
notes=$(awk -v heading="## [${1#v}]" 'index($0, "## ") == 1 { found = index($0, heading) == 1; next } found' CHANGELOG.md)
if test -z "$notes"; then
	echo "CHANGELOG.md has no section about $1" >&2
	exit 1
fi
printf '%s\n' "$notes"
