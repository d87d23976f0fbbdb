module github.com/configgen/configgen/lint/golangci

go 1.25.0

require (
	github.com/configgen/configgen v0.0.0
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.42.0
)

require k8s.io/utils v0.0.0-20241104100929-3ea5e8cea738 // indirect

require (
	github.com/configgen/configgen/descriptor v0.0.0 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/spf13/pflag v1.0.10 // indirect
	golang.org/x/mod v0.33.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	k8s.io/apimachinery v0.33.0 // indirect
	k8s.io/code-generator v0.33.0 // indirect
	k8s.io/gengo/v2 v2.0.0-20260408192533-25e2208e0dc3 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
)

replace github.com/configgen/configgen => ../..

replace github.com/configgen/configgen/descriptor => ../../descriptor
