#!/bin/sh
# Writes the deepcopy, defaults and conversion code of the group with the stock Kubernetes generators.
set -eu
cd "$(dirname "$0")/.."

version=v0.37.2
internal=example.com/kubelet/config
external=example.com/kubelet/config/v1beta1

go run k8s.io/code-generator/cmd/deepcopy-gen@$version \
	--go-header-file hack/boilerplate.go.txt --output-file zz_generated.deepcopy.go $internal $external
go run k8s.io/code-generator/cmd/defaulter-gen@$version \
	--go-header-file hack/boilerplate.go.txt --output-file zz_generated.defaults.go $external
go run k8s.io/code-generator/cmd/conversion-gen@$version \
	--go-header-file hack/boilerplate.go.txt --output-file zz_generated.conversion.go $external
