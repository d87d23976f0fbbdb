package adopt

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/internal/adopt/removal"
)

// apimachinery is the module that all generated code imports.
const apimachinery = "k8s.io/apimachinery"

// missingModule is the module that generated code imports and the module of the user does not require; empty if there
// is none. The go command would name a package of it, in a file that nobody has seen.
func missingModule(c *component) string {
	for path := range c.exported { // also from another module of a workspace
		if strings.HasPrefix(path, apimachinery+"/") {
			return ""
		}
	}
	content, err := os.ReadFile(filepath.Join(c.source.Main.Dir, "go.mod"))
	if err != nil {
		return ""
	}
	file, err := modfile.ParseLax("go.mod", content, nil)
	if err != nil || file.Module == nil || file.Module.Mod.Path == apimachinery ||
		slices.ContainsFunc(file.Require, func(m *modfile.Require) bool { return m.Mod.Path == apimachinery }) {
		return ""
	}
	return apimachinery
}

// removable reports whether registrations can be removed: generated code compiles. If not, a note says why.
func removable(c *component, w *draft) bool {
	missing := missingModule(c)
	if missing == "" {
		return true
	}
	w.Notes = []removal.Note{{
		Why: "no registration is deleted, because generated code imports " + missing + ", which go.mod does not require",
		Do:  "run go get " + missing + ", and run the command again",
	}}
	return false
}
