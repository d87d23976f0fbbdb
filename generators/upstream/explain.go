package upstream

import (
	"go/token"

	"github.com/configgen/configgen/diag"
)

func (r *run) explain(tool tool, inputs []string, complaints []complaint) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, c := range complaints {
		out = append(out, diag.At(token.Position{}, token.Position{}, tool.name, c.text, c.at.typeName.String()))
	}
	return out
}
