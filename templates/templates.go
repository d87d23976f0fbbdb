// Package templates holds the files that configgen init writes, one template a file. Which file becomes what, and when, is said
// in package scaffold; the values that a template may use are the fields of scaffold.Component.
package templates

import "embed"

// Files are the templates, in the syntax of text/template.
//
//go:embed module internal version shared component
var Files embed.FS
