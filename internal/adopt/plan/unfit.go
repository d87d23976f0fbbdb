package plan

import (
	"go/types"
	"slices"
)

// Unfit is a field of a struct of flags that generated code cannot be made for, because of its type.
type Unfit struct {
	File, Type, Field string
	// Why says what is wrong with it.
	Why string
}

// whyUnfit says why generated code cannot be made for a field of a struct; empty if it can. In a configuration, which
// has the field in files, too, the type has to change.
func whyUnfit(p *planner, r *root, owner *types.Named, field string) string {
	if r.config || len(p.Unfit) == 0 {
		return ""
	}
	pkg, declared := p.model.fields(owner)
	if declared == nil {
		return ""
	}
	file := fileOf(p.Session, pkg, declared)
	at := slices.IndexFunc(p.Unfit, func(u Unfit) bool {
		return u.File == file && u.Type == declared.Name && u.Field == field
	})
	if at < 0 {
		return ""
	}
	return p.Unfit[at].Why
}
