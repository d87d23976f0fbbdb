#!/bin/sh
# Documents published packages and compares the apiVersion and the kind of each sample with the table, whose rows are a
# package with its version, the apiVersion and the kind. Downloads modules.
set -eu
cd "$(dirname "$0")/.."
table=internal/fetch/testdata/published.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/configgen" ./cmd/configgen
cut -d' ' -f1 "$table" | uniq | while read -r package; do
	rm -rf "$work/docs"
	"$work/configgen" docs "$package" "$work/docs" >"$work/out" 2>&1 || cat "$work/out" >&2
	for sample in "$work"/docs/*.sample.yaml; do
		sed -n "s|^apiVersion: \(.*\)|$package \1|p" "$sample" | tr '\n' ' '
		sed -n 's/^kind: //p' "$sample"
	done
done >"$work/table"
diff "$table" "$work/table"
