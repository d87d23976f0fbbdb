package observe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/overlay"
)

// Entrance says how the program comes to the flags.
type Entrance struct {
	// RunMain runs the function main up to the call that parses the flags.
	RunMain bool
	// Function is a function that registers the flags; nil for the call in main.
	Function *Registration
	// Command is the subcommand whose flags are meant.
	Command string
}

// Bridge is what a program is built with that loads files before it parses the flags.
type Bridge struct {
	// Set is the kind of what holds the flags, as in observer.Entry.
	Set string
	// Import is the import path of the package with the function CommandLine.
	Import string
	// Files are the files of the group, by their absolute names, and ModFile a go.mod that has what they import.
	Files   map[string][]byte
	ModFile string
}

// Program is the component with calls of the observer where it parses the flags.
type Program struct {
	source   *Source
	entrance Entrance
	tmp      string
	exe      string
}

// observerDir is the directory of the observer below the root of the module. Nothing of that name is written to disk.
const observerDir = "configgenobserver"

// Build compiles the program in a temporary directory, which has to be there as long as the program is used. What the
// compiler refuses is in the findings.
func Build(
	ctx context.Context, s *Source, entrance Entrance, bridge *Bridge, tmp string, env []string,
) (*Program, []diag.Diagnostic, error) {
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		return nil, nil, err
	}
	p := &Program{source: s, entrance: entrance, tmp: tmp, exe: filepath.Join(tmp, "observed.exe")}
	files, pattern := p.files(bridge)
	name, originals, err := overlay.Write(tmp, files)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-buildvcs=false", "-overlay=" + name, "-ldflags=-s -w", "-o", p.exe}
	if bridge != nil {
		args = append(args, "-mod=mod", "-modfile="+bridge.ModFile)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, pattern)...)
	cmd.Dir = s.Root
	cmd.Env = append(append(os.Environ(), env...), "PWD="+s.Root, "GOTMPDIR="+tmp)
	if bridge != nil {
		cmd.Env = append(cmd.Env, "GOWORK=off") // which -modfile needs
	}
	var printed bytes.Buffer
	cmd.Stderr = &printed
	err = cmd.Run()
	switch exit := new(exec.ExitError); {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.As(err, &exit):
		return nil, broken(s.Root, originals, printed.String()), nil
	case err != nil:
		return nil, nil, fmt.Errorf("cannot run the go command: %w", err)
	}
	return p, nil, nil
}

// files are those that the program has in place of, or in addition to, those on disk. Pattern names its package.
func (p *Program) files(bridge *Bridge) (files map[string][]byte, pattern string) {
	s := p.source
	files = map[string][]byte{}
	if bridge != nil {
		maps.Copy(files, bridge.Files)
	}
	var adapts []string
	for _, one := range []struct{ file, library, adapt string }{
		{"observer.go", "", "adaptGo"}, {"pflags.go", pflagPackage, "adaptPflag"},
		{"commands.go", cobraPackage, "adaptCobra"},
	} {
		if one.library == "" || s.libraries[one.library] {
			content, _ := observer.Source.ReadFile(one.file) //nolint:errcheck // It is embedded.
			files[filepath.Join(s.Root, observerDir, one.file)] = content
			adapts = append(adapts, one.adapt)
		}
	}
	files[filepath.Join(s.Root, observerDir, "known.go")] = known(adapts, bridge)
	p.rewrite(files)
	dir, pattern := filepath.Dir(s.Main.GoFiles[0]), s.Main.PkgPath
	if s.Main.Name != "main" {
		dir, pattern = filepath.Join(dir, "configgenmain"), pattern+"/configgenmain"
	}
	if p.entrance.Function != nil {
		files[filepath.Join(dir, "configgenmain.go")] = p.entrance.Function.file(path.Join(s.Module, observerDir))
	}
	return files, pattern
}

// known is the file of the observer that says which kinds of flags there are, and who is called before they are parsed.
func known(adapts []string, bridge *Bridge) []byte {
	imported, body := "", ""
	if bridge != nil {
		kind := map[string][2]string{
			"flag": {"flag", "FlagSet"}, "pflag": {pflagPackage, "FlagSet"}, "cobra": {cobraPackage, "Command"},
		}[bridge.Set]
		imported = fmt.Sprintf("import set %q\nimport options %q\n\n", kind[0], bridge.Import)
		body = fmt.Sprintf("if set, ok := x.(*set.%s); ok {\n\t\toptions.CommandLine(set, args)\n\t}", kind[1])
	}
	return fmt.Appendf(nil, "package observer\n\n%sfunc bridge(x any, args []string) {\n\t%s\n}\n\n"+
		"func known() []func(any) *source { return []func(any) *source{%s} }\n",
		imported, body, strings.Join(adapts, ", "))
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// rewrite puts calls of the observer where flags are parsed, and gives the program its function main.
func (p *Program) rewrite(files map[string][]byte) {
	s := p.source
	edits := map[string][]edit{}
	for _, call := range s.Calls {
		edits[call.Position.Filename] = append(edits[call.Position.Filename], edit{call.from, call.to, call.observed})
	}
	if s.Main.Name == "main" && !p.entrance.RunMain {
		at := s.fset.Position(s.main.Name.Pos())
		text := "configgenMain"
		if p.entrance.Function == nil {
			text = "main() { " + s.entry().observed + " }; func configgenMain"
		}
		edits[at.Filename] = append(edits[at.Filename], edit{at.Offset, at.Offset + len("main"), text})
	}
	for _, pkg := range s.packages {
		for _, file := range pkg.Syntax {
			at := s.fset.Position(file.Name.End())
			changes := edits[at.Filename]
			if len(changes) == 0 {
				continue
			}
			content := s.content[at.Filename]
			changes = append(changes, edit{at.Offset, at.Offset, fmt.Sprintf("; import configgenobserver %q",
				path.Join(s.Module, observerDir))}, edit{len(content), len(content), "\nvar _ = configgenobserver.Must[int]\n"})
			slices.SortFunc(changes, func(a, b edit) int { return b.from - a.from })
			for _, e := range changes {
				content = slices.Concat(content[:e.from], []byte(e.text), content[e.to:])
			}
			files[at.Filename] = content
		}
	}
}
