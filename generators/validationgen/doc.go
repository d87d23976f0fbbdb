// Package validationgen runs validation-gen.
package validationgen
