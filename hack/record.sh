#!/bin/sh
# Records what follows from the sources and is compared by tests: generated code, pages, and what commands print. What
# needs other tools than Go and git is not among it. Takes minutes; read the difference before you commit it.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
record() {
	echo "== $*"
	"$@"
}
export UPDATE_SCRIPTS=1
record go test ./internal/cli -run 'Scripts|MarkersPage'
record go test ./cmd/configgen -run Golden -update
record hack/configgen.sh generate
record go test -timeout 30m ./cmd/configgen -run 'Scripts|Findings|Init' -update
record go test -timeout 30m ./cmd/configgen -run 'TestAdvice$' -update
record go test ./internal/explain -update # the pages have the examples that TestAdvice has recorded
(cd componentconfig && record go test ./configcommand -update)
record go test -parallel 1 ./cmd/configgen -run Pages -update # the pages use the same ports
record go test ./internal/flagvalue -update
record go test ./internal/house -run API -update
record go run ./hack/pictures
