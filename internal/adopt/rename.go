package adopt

import (
	"go/token"
	"os"
	"strings"

	"github.com/configgen/configgen/internal/adopt/edit"
)

// rename gives declarations that are written by hand another name, in the overlay, where a generated declaration has
// theirs. It reports whether there are any. One that is not exported is what its package alone uses: the generated one
// does not take its place, and the user has to rename it.
func (r *run) rename() bool {
	files := map[string][]edit.Rename{}
	for _, finding := range r.generated.Findings {
		declared := strings.Fields(finding.Message)[0]
		if finding.Code != "name-collision" || !token.IsExported(declared[strings.LastIndexByte(declared, '.')+1:]) {
			continue
		}
		name := finding.Position.Filename
		files[name] = append(files[name], edit.Rename{Start: finding.Position.Offset, End: finding.End.Offset})
		if r.Flags == packageOf(r.theirs.Type)+"."+declared { // an earlier run has replaced it by markers
			r.own = r.own || replaceable(r)
		}
		r.replaced = append(r.replaced, Replaced{finding.Position, declared})
	}
	for name, list := range files {
		source, ok := r.overlay[name]
		if !ok {
			content, err := os.ReadFile(name)
			if err != nil {
				return false
			}
			source = content
		}
		r.overlay[name] = edit.Renamed(source, list)
	}
	return len(files) > 0
}
