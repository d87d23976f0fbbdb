// Package templates contains the files that configgen init writes, one template for each file. Package scaffold decides
// which of them it writes and where; templates use the fields and methods of its
// Component and of its view.
package templates

import "embed"

// Files are the templates, in the syntax of text/template.
//
//go:embed module internal version shared component flags manager
var Files embed.FS
