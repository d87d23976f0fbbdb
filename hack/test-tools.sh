#!/bin/sh
# Checks what Go and git alone cannot: the linters on every module, the workflows of GitHub, the shell scripts.
# Installs shellcheck where apt-get may install packages, and fails where it is missing all the same.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
if ! command -v shellcheck >/dev/null; then
	echo "Installing shellcheck."
	apt-get install -qq -y shellcheck >/dev/null || (apt-get update -qq && apt-get install -qq -y shellcheck >/dev/null)
fi
echo "== shellcheck"
shellcheck .ci/run hack/*.sh
echo "== actionlint"
go tool -modfile=tools/actionlint/go.mod actionlint
hack/lint.sh
echo "== scaffolds with linters, hooks and a workflow's shell; other systems"
go vet -tags tools ./cmd/configgen
go test -vet=off -tags tools ./cmd/configgen -run 'InitTools|OnOtherSystems'
