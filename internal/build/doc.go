// Package build makes the model of each configuration group from the loaded packages. It resolves what markers say,
// field by field, and reports what is wrong with their source: a type that cannot be in a file, a reference that leads
// nowhere, a marker without an effect. What can be told from the model alone is checked by package check.
package build
