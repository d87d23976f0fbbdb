#!/bin/sh
# Fails if a Go file is not formatted by gofmt.
set -eu
cd "$(dirname "$0")/.."
unformatted=$(git ls-files --cached --others --exclude-standard '*.go' | xargs gofmt -l)
if test -n "$unformatted"; then
	printf 'not formatted by gofmt:\n%s\n' "$unformatted" >&2
	exit 1
fi
