#!/bin/sh
# Checks what Go and git alone cannot: the linters on every module, the workflows of GitHub, the shell scripts, and
# generated documentation in other tools; and what takes too long for make test. Installs the tools where apt-get may
# install packages, and fails where one is missing all the same.
set -eu
cd "$(dirname "$0")/.."
. hack/env.sh
echo "The tests of a package may take TEST_LIMIT=$TEST_LIMIT."
if ! command -v shellcheck >/dev/null; then
	echo "Installing shellcheck."
	apt-get install -qq -y shellcheck >/dev/null || (apt-get update -qq && apt-get install -qq -y shellcheck >/dev/null)
fi
echo "== shellcheck"
shellcheck .ci/run hack/*.sh
echo "== actionlint"
go tool -modfile=tools/actionlint/go.mod actionlint
hack/lint.sh
echo "== a release"
go tool -modfile=tools/goreleaser/go.mod goreleaser check
hack/notes.sh Unreleased >/dev/null
env -u GOFLAGS -u GOGC hack/release.sh v0.0.1-proof
echo "== alert rules in the engine of Prometheus"
(cd internal/alerts && go vet . && go test -vet=off .)
echo "== JSON Schemas under ajv, in the language server for YAML, and of published packages"
if ! command -v npm >/dev/null; then
	echo "Installing npm."
	apt-get install -qq -y npm >/dev/null || (apt-get update -qq && apt-get install -qq -y npm >/dev/null)
fi
go vet -tags tools ./generators/docs
go test -vet=off -tags tools ./generators/docs -run 'Ajv|LanguageServer|Published'
echo "== generated pages and the site in Chromium"
if ! command -v chromium >/dev/null; then
	echo "Installing chromium."
	apt-get install -qq -y chromium >/dev/null || (apt-get update -qq && apt-get install -qq -y chromium >/dev/null)
fi
(cd internal/browsertest && go vet . && go test -vet=off -count=1 .) # Chromium reads the pages, unseen by go test
echo "== rules of lint on the published types of six components"
go vet -tags tools ./internal/lint/rules
go test -vet=off -tags tools ./internal/lint/rules -run Published
echo "== golangci-lint with the plugin"
(cd lint/golangci && go vet -tags tools . && go test -vet=off -tags tools . -run Custom)
echo "== another gengo than the one that configgen knows"
go vet -tags tools ./internal/upstream
go test -vet=off -tags tools ./internal/upstream -run OtherGengo
echo "== an API server of Kubernetes"
if ! command -v kubectl >/dev/null; then
	echo "Installing kubectl."
	apt-get update -qq
	apt-get install -qq -y kubectl >/dev/null || apt-get install -qq -y kubernetes-client >/dev/null # its name in Debian
fi
# Not with -trimpath: the server looks for files of its own beside its sources. "make soak" has the faults and odd statuses.
(cd componentconfig/dynamic/kube/servertest && env -u GOFLAGS go test -vet=off -timeout "$TEST_LIMIT" -skip 'UnderFaults|OddStatuses' .)
(cd fleet && go test -vet=off ./internal/rollout -run Histories -histories 10000)
echo "== operators with the newest minors of controller-runtime"
for minor in v0.24 newest; do
	(cd componentconfig/manager && go test -vet=off -modfile=go.$minor.mod ./...)
done
echo "== the newest generators of Kubernetes"
go test -vet=off -modfile=go.newest.mod ./internal/upstream -run 'Complaints|Exchanged' -generators go.newest.mod
echo "== componentconfig with the newest Kubernetes libraries"
(cd componentconfig && go list ./... | grep -v /dynamic | xargs go test -vet=off -modfile=go.newest.mod)
echo "== advice that is followed, recipes, and types without a build cache"
go vet -tags tools ./cmd/configgen
go test -vet=off -tags tools ./cmd/configgen -run 'Advice|Recipes|BuildCache' -whole
echo "== scaffolds with linters, hooks and a workflow's shell; pages about components; components that are adopted"
go test -vet=off -tags tools ./cmd/configgen -run 'InitTools|Adopt'
