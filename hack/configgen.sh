#!/bin/sh
# Builds configgen and runs it on the examples and test modules. Usage: hack/configgen.sh generate|verify
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
go build -o bin/configgen ./cmd/configgen
configgen=$PWD/bin/configgen
for module in $(hack/modules.sh | grep -e '^examples/' -e '^testdata/' -e '/manager$' -e '^fleet$'); do
	echo "== $module"
	(cd "$module" && "$configgen" "$1")
done
echo "== componentconfig"
cd componentconfig && "$configgen" "$1" ./testdata/relay ./testdata/shipper ./testdata/depot ./testdata/kiosk ./testdata/courier
