// Package config has the internal types of the configuration of the relay. The program uses these types for files of
// every version. The markers on them control configgen.
//
// +k8s:deepcopy-gen=package
// +groupName=relay.config.configgen.dev
// +configgen:output(loader: true, docs: "docs/config")
// +configgen:api(release: "1.0")
// +configgen:lint(disable: "unstable-type")
package config
