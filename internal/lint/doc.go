// Package lint checks the conventions of Kubernetes for configuration types. A rule is a value; package rules lists all
// of them. Rules read the model of a group and nothing else, so that the command line, golangci-lint and other programs
// run the same ones.
package lint
