#!/bin/sh
# Writes all generated code of the sample: deepcopy, defaults and conversions with the stock Kubernetes generators, and the
# rest with configgen from this repository.
set -eu
cd "$(dirname "$0")/.."

version=v0.37.2
group=github.com/configgen/configgen/examples/sampleconfig/apis/config
header=hack/boilerplate.go.txt
peers=k8s.io/component-base/config/v1alpha1,k8s.io/component-base/logs/api/v1

go run k8s.io/code-generator/cmd/deepcopy-gen@$version \
	--go-header-file $header --output-file zz_generated.deepcopy.go $group $group/v1alpha1 $group/v1beta1
go run k8s.io/code-generator/cmd/defaulter-gen@$version \
	--go-header-file $header --output-file zz_generated.defaults.go $group/v1alpha1 $group/v1beta1
go run k8s.io/code-generator/cmd/conversion-gen@$version \
	--go-header-file $header --output-file zz_generated.conversion.go --extra-peer-dirs $peers $group/v1alpha1 $group/v1beta1

sample=$PWD
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
(cd ../.. && go build -o "$tool/configgen" ./cmd/configgen)
cd "$sample" && "$tool/configgen" generate ./...
