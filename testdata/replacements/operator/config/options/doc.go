// Package options has the generated flags of the operator.
package options
