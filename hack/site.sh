#!/bin/sh
# Renders the documentation as a static site into bin/site. Needs Go only.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
rm -rf bin/site # pages that are gone
go run ./hack/site
