package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
)

// Entrance says how the program comes to the flags.
type Entrance struct {
	// RunMain runs the function main up to the call that parses the flags.
	RunMain bool
	// Function is a function that registers the flags, as Registration describes; nil for the call in main.
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

// Program is the component with calls of the observer in place of those that parse the flags.
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
	files, pattern, err := p.files(bridge)
	if err != nil {
		return nil, nil, err
	}
	overlay, originals, err := writeOverlay(tmp, files)
	if err != nil {
		return nil, nil, err
	}
	args := []string{"build", "-buildvcs=false", "-overlay=" + overlay, "-ldflags=-s -w", "-o", p.exe}
	if bridge != nil {
		args = append(args, "-mod=mod", "-modfile="+bridge.ModFile)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, pattern)...)
	cmd.Dir = s.Root
	cmd.Env = append(append(os.Environ(), env...), "PWD="+s.Root, "GOTMPDIR="+tmp)
	var printed bytes.Buffer
	cmd.Stderr = &printed
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.As(err, &exit):
		return nil, []diag.Diagnostic{explain(s.Root, originals, printed.String())}, nil
	case err != nil:
		return nil, nil, fmt.Errorf("cannot run the go command: %w", err)
	}
	return p, nil, nil
}

// explain makes a finding of what the go command prints.
func explain(root string, originals map[string]string, printed string) diag.Diagnostic {
	const fix = "correct it, and run the command again"
	for line := range strings.Lines(printed) {
		line = strings.TrimSpace(line)
		found := place.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		at := token.Position{Filename: found[1], Column: 1}
		at.Line, _ = strconv.Atoi(found[2])
		if column, err := strconv.Atoi(found[3]); err == nil {
			at.Column = column
		}
		if !filepath.IsAbs(at.Filename) {
			at.Filename = filepath.Join(root, at.Filename)
		}
		if original := originals[at.Filename]; original != "" {
			at.Filename = original
		}
		_, message, _ := strings.Cut(strings.TrimPrefix(line, found[0]), ": ")
		return finding(at, "does-not-build", "the component does not compile: "+message, fix)
	}
	message := strings.Join(strings.Fields(strings.TrimSpace(printed)), " ")
	return finding(token.Position{Filename: "go build"}, "does-not-build", "the component cannot be built: "+message, fix)
}

// files are those that the program has in place of, or in addition to, those on disk. Pattern names its package.
func (p *Program) files(bridge *Bridge) (files map[string][]byte, pattern string, err error) {
	s := p.source
	files = map[string][]byte{}
	if bridge != nil {
		for name, content := range bridge.Files {
			files[name] = content
		}
	}
	dir := filepath.Join(s.Root, observerDir)
	adapts := []string{"adaptGo"}
	for _, one := range []struct{ file, library, adapt string }{
		{"observer.go", "", ""}, {"pflags.go", pflagPackage, "adaptPflag"},
		{"sections.go", pflagPackage, "adaptSections"}, {"commands.go", cobraPackage, "adaptCobra"},
	} {
		if one.library != "" && !s.libraries[one.library] {
			continue
		}
		content, err := fs.ReadFile(observer.Source, one.file)
		if err != nil {
			return nil, "", err
		}
		files[filepath.Join(dir, one.file)] = content
		if one.adapt != "" {
			adapts = append(adapts, one.adapt)
		}
	}
	files[filepath.Join(dir, "known.go")] = []byte(known(adapts, bridge))
	if err := p.rewrite(files); err != nil {
		return nil, "", err
	}
	dir = filepath.Dir(s.Main.GoFiles[0])
	pattern = s.Main.PkgPath
	if s.Main.Name != "main" {
		dir, pattern = filepath.Join(dir, "configgenmain"), pattern+"/configgenmain"
	}
	if p.entrance.Function != nil {
		files[filepath.Join(dir, "configgenmain.go")] = []byte(p.entrance.Function.file(path.Join(s.Module, observerDir)))
	}
	return files, pattern, nil
}

const (
	pflagPackage = "github.com/spf13/pflag"
	cobraPackage = "github.com/spf13/cobra"
)

// known is the file of the observer that says which kinds of flags there are, and who is called before they are parsed.
func known(adapts []string, bridge *Bridge) string {
	imported, body := "", ""
	if bridge != nil {
		kind := map[string][2]string{
			"flag": {"flag", "*flag.FlagSet"}, "pflag": {pflagPackage, "*pflag.FlagSet"},
			"cobra": {cobraPackage, "*cobra.Command"},
		}[bridge.Set]
		imported = fmt.Sprintf("import (\n\t%q\n\n\toptions %q\n)\n\n", kind[0], bridge.Import)
		body = fmt.Sprintf("\n\tif set, ok := x.(%s); ok {\n\t\toptions.CommandLine(set, args)\n\t}\n", kind[1])
	}
	return fmt.Sprintf("package observer\n\n%sfunc bridge(x any, args []string) {%s}\n\n"+
		"func known() []func(any, func(source)) source {\n\treturn []func(any, func(source)) source{%s}\n}\n",
		imported, body, strings.Join(adapts, ", "))
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// rewrite puts calls of the observer in place of those that parse flags, and gives the program its function main.
func (p *Program) rewrite(files map[string][]byte) error {
	s := p.source
	edits, tails := map[string][]edit{}, map[string]string{}
	for _, call := range s.Calls {
		name := call.Position.Filename
		edits[name] = append(edits[name], edit{call.Position.Offset, call.End.Offset, call.observed()})
		if call.Function != "" {
			tails[name] += "\nvar _ = " + call.Function + "\n"
		}
	}
	if s.Main.Name == "main" && !p.entrance.RunMain {
		at := s.fset.Position(s.main.Name.Pos())
		edits[at.Filename] = append(edits[at.Filename], edit{at.Offset, at.Offset + len("main"), "configgenMain"})
		if p.entrance.Function == nil {
			tails[at.Filename] += "\nfunc main() { " + s.Entry().observed() + " }\n"
		}
	}
	for _, file := range s.files() {
		at := s.fset.Position(file.Name.End())
		changes := edits[at.Filename]
		if len(changes) == 0 {
			continue
		}
		changes = append(changes, edit{at.Offset, at.Offset,
			fmt.Sprintf("; import configgenobserver %q", path.Join(s.Module, observerDir))})
		tails[at.Filename] += "\nvar _ = configgenobserver.Process\n"
		slices.SortFunc(changes, func(a, b edit) int { return b.from - a.from })
		content := s.content[at.Filename]
		for _, e := range changes {
			content = slices.Concat(content[:e.from], []byte(e.text), content[e.to:])
		}
		files[at.Filename] = append(content, tails[at.Filename]...)
	}
	return nil
}

// observed is the call of the observer that takes the place of this one.
func (c Call) observed() string {
	arguments := ""
	if c.Arguments != "" {
		arguments = ", " + c.Arguments
	}
	return fmt.Sprintf("configgenobserver.%s(%q, %s%s)", c.Kind, c.ID(), c.Receiver, arguments)
}

// writeOverlay writes the files to a directory, and the JSON that the go command has for them. It returns the name of
// the JSON, and for each file that is written the name of the one that it replaces.
func writeOverlay(dir string, files map[string][]byte) (name string, originals map[string]string, err error) {
	replace := map[string]string{}
	originals = map[string]string{}
	for original, content := range files {
		at := filepath.Join(dir, fmt.Sprintf("overlay%d.go", len(replace)))
		if err := os.WriteFile(at, content, 0o600); err != nil {
			return "", nil, err
		}
		replace[original], originals[at] = at, original
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, originals, os.WriteFile(name, content, 0o600)
}
