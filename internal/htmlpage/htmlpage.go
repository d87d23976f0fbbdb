// Package htmlpage has what the HTML pages that configgen generates and the site of its own documentation share.
package htmlpage

import _ "embed"

// Style is the beginning of the style sheet of all pages: colors, the header with its controls, and the columns for
// navigation and text.
//
//go:embed base.css
var Style string

// Policy is the content security policy of a page: it loads nothing, and runs the script that is in it.
const Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
