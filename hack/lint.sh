#!/bin/sh
# Runs gofmt, go vet and the pinned staticcheck on every module.
set -eu
cd "$(dirname "$0")/.."
unformatted=$(git ls-files --cached --others --exclude-standard '*.go' | xargs gofmt -l)
if test -n "$unformatted"; then
	printf 'not formatted by gofmt:\n%s\n' "$unformatted" >&2
	exit 1
fi
hack/each.sh go vet ./...
hack/each.sh go tool -modfile="$PWD/tools/go.mod" staticcheck ./...
