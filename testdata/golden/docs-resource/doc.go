// Package v1 has a configuration that is also served as a custom resource, with every constraint that its definition
// has. files.yaml says what validation accepts; the API server is held to the same list by the module servertest.
// +groupName=probe.config.example.com
// +configgen:output(docs: "docs-resource/docs", generators: "docs,validation")
package v1
