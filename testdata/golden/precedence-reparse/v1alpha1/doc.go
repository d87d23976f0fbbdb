// +configgen:output(flags: "example.com/golden/precedence-reparse/options", validation: "example.com/golden/precedence-reparse/validation")
package v1alpha1
