package fromflags

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/scaffold"
)

// Request is the request to read a component, and to make its group.
type Request struct {
	// Dir is the working directory, Program the pattern of the package of the program, and Env variables, as NAME=value,
	// that the go command gets in addition to the environment of the process.
	Dir, Program string
	Env          []string
	// Workspace is the go.work that uses the module; empty if none does.
	Workspace string
	// Function, Command and RunMain say how to come to the flags.
	Function, Command string
	RunMain           bool
	// Map is the name of the file of an edited table; empty for the proposed table.
	Map string
	// ConfigFlag is the name of the flag that names configuration files; empty for config.
	ConfigFlag string
	// WriteMain edits the function that parses the flags.
	WriteMain bool
	// Tmp is a temporary directory.
	Tmp string
	// Say tells the user which program is going to run.
	Say func(text string)
	// Generate runs the generators in a directory, and returns the files by their absolute names.
	Generate func(ctx context.Context, dir, pattern string) (map[string][]byte, []diag.Diagnostic, error)
}

// Component is a component whose flags are known.
type Component struct {
	*code
	// Rows are the flags. Those that stay by hand have no field.
	Rows []*Row
	// plain is the unchanged component, seen the flags at the time when they are parsed, and unset the outcome with
	// required arguments alone.
	plain   *program
	seen    *observer.Entry
	unset   *outcome
	changes string // of go.mod
}

// Observe finds the flags of a component. What keeps it from that is in the findings; the component is nil then.
func Observe(ctx context.Context, request Request) (*Component, []diag.Diagnostic, error) {
	var table []byte
	if request.Map != "" {
		var err error
		if table, err = os.ReadFile(absolute(request.Dir, request.Map)); err != nil {
			return nil, nil, fmt.Errorf("cannot read the table of --map: %w", err)
		}
	}
	if name := request.ConfigFlag; name != "" && (unfitName.MatchString(name) || slices.Contains(ofLoader(), name)) {
		return nil, finding(asked("--config-flag"), "config-flag", fmt.Sprintf("%q cannot be the name of this flag", name),
			"use letters, digits and dashes, as in config-file, and no other flag of the loader"), nil
	}
	read, findings, err := read(ctx, request)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	if findings = append(read.resolve(), read.missing()...); len(findings) > 0 {
		return nil, findings, nil
	}
	c := &Component{code: read}
	c.Say(c.runs())
	if c.plain, findings, err = c.build(nil); err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	if c.seen, c.Rows, findings = c.plain.observe(); c.plain.failed != nil || len(findings) > 0 {
		return nil, findings, c.plain.failed
	}
	propose(c.Rows, c.ConfigFlag)
	if len(c.managers) > 0 {
		manage(withField(c.Rows))
	}
	if c.Map != "" {
		if findings = apply(c.Rows, c.Map, table); len(findings) > 0 {
			return nil, findings, nil
		}
	}
	if err := c.try(); err != nil {
		return nil, nil, err
	}
	return c, c.conflicts(), nil
}

// ofLoader returns the flags that the loader registers in addition to the flag for files, by the options in the written
// program.
func ofLoader() (names []string) {
	options := []string{"WithConfigDir", "WithExplainConfig", "WithWriteConfigTo"}
	for _, flag := range render.LoaderFlags() {
		if flag.Scope == descriptor.Shared && slices.Contains(options, flag.Option) {
			names = append(names, flag.Name)
		}
	}
	return names
}

// conflicts returns findings about flags that conflict with a file, and warnings.
func (c *Component) conflicts() (findings []diag.Diagnostic) {
	say := func(code, message, fix string) {
		findings = append(findings, finding(asked("--from-flags"), code, message, fix)...)
	}
	fix := "name the flag for the files of the group by --config-flag, as in --config-flag config-file; if its files " +
		"have apiVersion and kind, their Go type takes markers: begin with configgen adopt"
	for _, flag := range append([]string{cmp.Or(c.ConfigFlag, "config")}, ofLoader()...) {
		if rowOf(c.Rows, flag) != nil {
			say("config-flag", "the component has a flag --"+flag+" of its own", fix)
		}
		fix = "rename it, or write the call of the loader by hand"
	}
	if slices.Contains(c.seen.Commands, "config") {
		say("config-command", "the component has a subcommand config, which the loader adds, too",
			"rename the subcommand of the component")
	}
	unfitFields(c.Rows, func(_ *Row, message, fix string) { say("field", message, fix) })
	var secrets []string
	for _, row := range withField(c.Rows) {
		if row.secret() {
			secrets = append(secrets, "--"+row.Name)
		}
	}
	for _, at := range c.visits {
		if len(secrets) > 0 {
			warning := finding(at, "secret-printed", "this code visits all flags, and files can set secrets: "+
				strings.Join(secrets, ", "), "do not print the values of these flags here")
			warning[0].Severity = diag.Warning
			findings = append(findings, warning...)
		}
	}
	return findings
}

// Group is the group that has been made of a component.
type Group struct {
	// Files are new files, and Edited existing files, by their slash-separated names relative to the root of the module.
	Files, Edited map[string][]byte
	// Next is the call that must be added before the flags are parsed, at the position At; empty if Edited has the call.
	Next string
	At   token.Position
	// options is the import path of the package with the function CommandLine, and modules a directory with a go.mod that
	// the module can be built with.
	options, modules string
	// made are the options of the manager that files configure; nil without one.
	made *part
}

// Make makes the group and proves it. Flags that are not equal are taken out, and the rest is proved again. Warnings of
// the generators are in the findings.
func (c *Component) Make(of scaffold.Component) (*Group, []diag.Diagnostic, error) {
	if c.seen.Call >= 0 {
		at := c.calls[c.seen.Call].at
		name, err := filepath.Rel(filepath.Join(c.Root, filepath.FromSlash(importers(of.Path))), at.Filename)
		if err != nil || !filepath.IsLocal(name) {
			return nil, finding(at, "group-directory", "this file cannot import the packages of "+of.Path,
				"specify another directory by --path, as in apis/config"), nil
		}
	}
	for {
		var err error
		if of.Manager, err = c.embeds(of); err != nil {
			return nil, nil, err
		}
		g, warnings, err := c.group(of)
		if err != nil || diag.Failed(warnings) {
			return nil, warnings, err
		}
		differs, findings, err := c.prove(of, g)
		switch {
		case err != nil || len(findings) > 0:
			return nil, findings, err
		case len(differs) == 0:
			return g, warnings, c.editMain(g)
		}
		fields := len(withField(c.Rows))
		for _, row := range c.Rows {
			if of.Manager && row.ready() && differs[row.Name] != "" { // a field of its own may be equal
				c.managers, fields = nil, 0
			} else {
				row.refuse(differs[row.Name])
			}
		}
		if len(withField(c.Rows)) == fields { // the difference is not about a field
			for _, flag := range slices.Sorted(maps.Keys(differs)) {
				findings = append(findings, finding(asked("--from-flags"), "bridge",
					"the component is not as before: --"+flag+" "+differs[flag], "register this flag in another way")...)
			}
			return nil, findings, nil
		}
	}
}

// group makes the files.
func (c *Component) group(of scaffold.Component) (*Group, []diag.Diagnostic, error) {
	rows := withField(c.Rows)
	if len(rows) == 0 {
		why, fix := "no flag can become a field", "read the reasons in the table that --dry-run prints"
		if at := slices.IndexFunc(c.Rows, func(r *Row) bool { return r.ByHand }); at >= 0 {
			why += ", such as --" + c.Rows[at].Name + ", which is " + c.Rows[at].Note
			fix = "register the flags in another way"
		}
		return nil, finding(asked("--from-flags"), "no-flags", why, fix), nil
	}
	files, err := groupFiles(of, c.seen.Set, c.ConfigFlag, rows)
	if err != nil {
		return nil, nil, err
	}
	m, err := c.module(of.Require)
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(c.Tmp, "module")
	g := &Group{Files: map[string][]byte{}, options: path.Join(of.Import(), "options"), modules: dir}
	if of.Manager {
		g.made = &c.managers[0]
	}
	for _, file := range files {
		g.Files[file.Path] = file.Content
		name := filepath.Join(dir, filepath.FromSlash(file.Path))
		err = cmp.Or(err, os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, file.Content, 0o600))
	}
	if err = cmp.Or(err, m.copyTo(dir)); err != nil {
		return nil, nil, err
	}
	made, findings, err := c.Generate(c.ctx, dir, "./"+of.Path+"/...")
	if err != nil {
		return nil, nil, err
	}
	for name, content := range made {
		g.Files[filepath.ToSlash(strings.TrimPrefix(name, dir+string(filepath.Separator)))] = content
	}
	for i := range findings {
		at := &findings[i].Position.Filename
		if below, err := filepath.Rel(dir, *at); err == nil && filepath.IsLocal(below) {
			*at = filepath.Join(c.Root, below)
		}
	}
	if diag.Failed(findings) {
		return nil, findings, nil
	}
	unfit, err := m.plan(dir, c.compiled(g))
	if g.Edited = map[string][]byte{"go.mod": m.goMod, "go.sum": m.goSum}; m.goMod != nil && c.changes != m.changes() {
		c.changes = m.changes()
		c.Say("go.mod: " + c.changes)
	}
	return g, append(findings, unfit...), err
}

// compiled returns the files that the module is built with, by their absolute names: Go files and embedded JSON files.
func (c *code) compiled(g *Group) map[string][]byte {
	files := map[string][]byte{}
	for name, content := range g.Files {
		if path.Ext(name) == ".go" || path.Ext(name) == ".json" {
			files[filepath.Join(c.Root, filepath.FromSlash(name))] = content
		}
	}
	return files
}

// prove builds the component with the group and compares it with the component without the group.
func (c *Component) prove(of scaffold.Component, g *Group) (map[string]string, []diag.Diagnostic, error) {
	bridged, findings, err := c.build(g)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	p := &proof{Component: c, bridged: bridged, of: of, dir: g.modules, differs: map[string]string{}}
	return p.differs, nil, p.prove()
}

// editMain edits the file with the call that parses the flags, or sets Next to the call that must be added there.
func (c *Component) editMain(g *Group) error {
	parses := &call{at: c.position()}
	if c.seen.Call >= 0 {
		parses = &c.calls[c.seen.Call]
	}
	g.At = parses.at
	if c.Command != "" || parses.set == "" || strings.Contains(parses.set, "(") { // the source has no name for it
		holder, of := "flags", c.seen.Set+".FlagSet"
		if c.seen.Set == "cobra" {
			holder, of = "command", "cobra.Command"
		}
		g.Next = fmt.Sprintf("options.CommandLine(%s, %s), where %[1]s is the *%[3]s of %[4]s,", holder,
			cmp.Or(parses.arguments, "os.Args[1:]"), of, cmp.Or(c.Command, c.Function, "the program"))
		return nil
	}
	g.Next = parses.statement("options")
	if g.made != nil {
		g.Next += ", and options.Manager with its result for the options of the manager,"
	}
	if !c.WriteMain {
		return nil
	}
	edited, err := parses.edit(c.Content(g.At.Filename), g.options, g.made)
	if err != nil || edited == nil {
		return err
	}
	name, err := filepath.Rel(c.Root, g.At.Filename)
	g.Edited[filepath.ToSlash(name)], g.Next = edited, ""
	return err
}

// Report says which flags have a field and are equal, and why others have none. Flags are compared with paths that are
// not relative: a relative one in a file does not depend on the working directory.
func Report(rows []*Row) string {
	var b strings.Builder
	equal, hand := 0, 0
	without := map[string][]string{}
	var paths []string
	for _, row := range rows {
		if row.path() {
			paths = append(paths, "--"+row.Name)
		}
		switch {
		case row.Field != "":
			equal++
			if row.Note != "" {
				fmt.Fprintf(&b, "--%s: equal; %s\n", row.Name, row.Note)
			}
		case row.ByHand:
			hand++
			fmt.Fprintf(&b, "--%s: %s\n", row.Name, row.Note)
		default:
			without[row.Note] = append(without[row.Note], "--"+row.Name)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(without)) {
		fmt.Fprintf(&b, "no field (%s): %s\n", reason, strings.Join(without[reason], ", "))
	}
	if len(paths) > 0 {
		fmt.Fprintf(&b, "relative paths in a file are relative to its directory: %s\n", strings.Join(paths, ", "))
	}
	fmt.Fprintf(&b, "flags: %d of %d are equal in a file and on the command line; %d by hand; %d without a field\n",
		equal, len(rows), hand, len(rows)-equal-hand)
	return b.String()
}
