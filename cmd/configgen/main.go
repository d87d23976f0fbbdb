// Configgen generates the plumbing of Kubernetes-style component configuration from markers on its Go types. See
// `configgen help`.
package main

import "github.com/configgen/configgen"

func main() { configgen.Main(configgen.Generators()...) }
