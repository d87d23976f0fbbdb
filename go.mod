module github.com/configgen/configgen

go 1.24.0

// These are the oldest k8s.io/code-generator, k8s.io/apimachinery and Go that configgen works with, and the oldest
// golang.org/x/tools that tests pass with: a component's module of tools raises them to its own minor. go.newest.mod
// has the newest; tests run with both.
require (
	github.com/dave/jennifer v1.7.1
	github.com/go-logr/logr v1.4.3
	github.com/google/go-cmp v0.7.0
	github.com/rogpeppe/go-internal v1.14.1
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.10
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/mod v0.33.0
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/tools v0.42.0
	k8s.io/apimachinery v0.33.0
	k8s.io/code-generator v0.33.0
	k8s.io/gengo/v2 v2.0.0-20260408192533-25e2208e0dc3
	k8s.io/klog/v2 v2.140.0
)

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/yuin/goldmark v1.8.7
)

require (
	github.com/configgen/configgen/descriptor v0.0.0
	github.com/fxamacker/cbor/v2 v2.7.0 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/sys v0.41.0 // indirect
	golang.org/x/text v0.23.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/utils v0.0.0-20241104100929-3ea5e8cea738 // indirect
	sigs.k8s.io/randfill v1.0.0 // indirect
)

replace github.com/configgen/configgen/descriptor => ./descriptor
