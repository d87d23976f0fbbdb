#!/bin/sh
# Checks the format, builds configgen, vets every module, and runs the tests that need about two seconds for a package.
# The tests of what a change most often forgets come first. Packages that pass are not printed.
set -eu
cd "$(dirname "$0")/.."
. hack/env.sh
echo "== format and build"
hack/format.sh
go build ./...
echo "== records and the house; the tests of a package may take TEST_LIMIT=$TEST_LIMIT"
go test -vet=off ./internal/check ./internal/explain ./internal/house ./internal/rule ./internal/markers ./markers
echo "== go vet, two modules at a time"
hack/each.sh go vet ./...
slow='/(cmd/configgen|internal/(cli|scaffold|upstream(/.*)?|validationgen)|dynamic)$'
failed=
for module in . descriptor componentconfig; do
	echo "== fast tests of $module"
	begun=$(date +%s) ended=passed
	report=$(cd "$module" && go list ./... | grep -Ev "$slow" | xargs go test -vet=off 2>&1) ||
		{ failed=1 ended=FAILED; printf '%s\n' "$report" | grep -Ev '^(ok|\?) '; }
	echo "== fast tests of $module: $ended, $(($(date +%s) - begun)) s"
done
test -z "$failed"
