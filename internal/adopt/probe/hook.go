package probe

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// hookPackage is the package that such statements call. It is the only part of a program with a state of its own.
const hookPackage = `package hook

var Variable = func(pointer any) {}
`

// hook finds the variables that a command has for options, and reports whether there are any. A command that makes its
// options itself does not return them, so statements in its source tell of them.
func (s *emitter) hook() bool {
	variables := s.module.Variables(s.module.Facts(s.functions...))
	s.hooks = append(s.hooks, variables...)
	return len(variables) > 0
}

// capture takes the object out of a command that makes it itself, before flags are registered: other registrations than
// those of the command are observed on it.
func (s *emitter) capture(constructor *types.Func) bool {
	variables := s.module.Variables(s.module.Facts(constructor))
	if len(variables) != 1 || len(s.variant.Registrations) == 0 || structOf(variables[0].Type) == nil {
		return false
	}
	s.hooks = append(s.hooks, variables[0])
	s.object, s.captured, s.command, s.sections = types.NewPointer(structOf(variables[0].Type)), true, false, false
	s.out.Reset()
	s.line("configgenhook.Variable = s.Capture")
	s.line("%s := s.Captured(func() { %s })", objectVar, s.call(constructor))
	s.line("s.Object(%s)", objectVar)
	return true
}

// asserted is the object for a call of a method. A captured one has a type that the program need not be able to name.
func (s *emitter) asserted(f *types.Func) string {
	if !s.captured {
		return objectVar
	}
	return fmt.Sprintf("%s.(interface{ %s%s })", objectVar, f.Name(),
		strings.TrimPrefix(s.typeText(f.Signature()), "func"))
}

// instrument adds the statements to the files, on lines that exist, so that positions stay.
func (p *planner) instrument(all map[string][]byte, helpers string) {
	files := map[string][]source.Variable{}
	for _, h := range p.hooks {
		files[h.At.Filename] = append(files[h.At.Filename], h)
	}
	for name, hooks := range files {
		content, found := all[name]
		if !found {
			content, _ = os.ReadFile(name) // it has been read before
		}
		slices.SortFunc(hooks, func(a, b source.Variable) int { return b.At.Offset - a.At.Offset })
		for _, h := range hooks {
			statement := fmt.Sprintf("; configgenhook.Variable(&%s)", h.Expression)
			if h.First {
				statement = strings.TrimPrefix(statement, "; ") + ";"
			}
			content = insert(content, h.At.Offset, statement)
		}
		for _, file := range hooks[0].Package.Files {
			if end := p.module.Fset.Position(file.Name.End()); end.Filename == name {
				content = insert(content, end.Offset, fmt.Sprintf("; import configgenhook %q", helpers+"/hook"))
			}
		}
		all[name] = content
	}
}

func insert(content []byte, at int, text string) []byte {
	return slices.Concat(content[:at], []byte(text), content[at:])
}

// hooked is the file of the package of the statements.
func hooked(at layout) string { return filepath.Join(at.helpers, "hook", "hook.go") }
