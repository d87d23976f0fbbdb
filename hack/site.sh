#!/bin/sh
# Renders the documentation as a static site into bin/site. Needs Go only.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
go run ./hack/site
