package componentconfig

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// load does everything but activate. Its steps, in order:
//
//  1. register every flag on a fresh set, over fresh defaults
//  2. parse the command line
//  3. read the files, check each against the type of its version
//  4. merge the files, decode the result, apply the defaults once
//  5. apply the command line, make paths absolute, read the files of secrets
//  6. set feature gates, reset the fields that they and the operating system exclude, validate
//  7. validate the flags and arguments that are not configuration
//
// All mistakes of steps 3, 4 and 7 are reported together; 5 and 6 need a configuration. Only the first load of a
// process (start) sets the flags that are not configuration. A reload is one of the configuration in use, and has the
// files that replace its main file. With mistakes, the result has the paths that would be watched.
func (l *Loader[T]) load(args []string, start bool, inUse *Loaded[T]) (*Loaded[T], error) {
	out, problems, err := attempt(l, args, start, inUse, extension.Inspection{OS: l.goos, Lenient: l.lenient})
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return out, problemsOf(problems)
	}
	shared := out.candidates[0]
	if l.configz && shared.view.partial == nil {
		out.commits = append(out.commits, func() error { return l.publish(shared) })
	}
	out.commits = append(out.commits, func() error {
		now := statusOf(out)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.status, l.inUse, l.args = now, out, args
		return nil
	})
	return out, nil
}

// attempt does the steps of load. It returns all mistakes, as they may be shown, and what there is of the result with
// them. Without an error the result has at least the flags and the warnings.
func attempt[T any](l *Loader[T], args []string, start bool, inUse *Loaded[T], how extension.Inspection) (*Loaded[T],
	layers.Problems, error) {
	out, set, err := l.begin(start)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range out.candidates {
		c.goos, c.lenient, c.fragment = how.OS, how.Lenient, how.Fragment
	}
	args, err = l.flagsOf(args)
	var given []flagset.Given
	var warnings []string
	if err == nil {
		given, warnings, err = set.Parse(args, flagset.Secrets{Flag: out.hides, Any: out.hasSecrets})
	}
	if err != nil {
		return out, presentable(layers.Problems{{Message: err.Error(), Code: layers.BadFlag}}), nil
	}
	for _, text := range append(warnings, l.namingNothing(set, given)...) {
		out.warned = append(out.warned, layers.Problem{Message: text, Code: layers.BadFlag})
	}
	out.instead, out.Arguments = inUse.instead, set.Arguments
	out.flagValues = out.valuesOfFiles
	switch {
	case out.flags.help:
		return nil, nil, ErrHelp
	case out.flags.version:
		return nil, nil, errVersion
	}
	switch {
	case !start || l.guard == nil || l.guard.Over():
	case out.shows():
		l.guard.Die()
	default:
		l.guard.End()
	}
	problems := l.read(out, set, inUse, how)
	for _, c := range out.candidates {
		problems = append(problems, c.decode()...)
		if l.ownerWarnings {
			warnOfOwners(c)
		}
	}
	if len(problems) == 0 {
		problems = out.applyFlags(set, given)
	}
	if len(problems) == 0 {
		problems = readSecrets(out, l.reader, how)
	}
	if len(problems) == 0 {
		problems = out.validate()
		if !how.Elsewhere {
			readInputs(out, l.reader)
		}
		out.warnOfZeros(how.EachZero, l.zeroAdvice())
	}
	if start && !how.Fragment {
		problems = append(problems, l.flagMistakes(out)...)
	}
	for _, c := range out.candidates {
		if c.view != nil {
			c.view.keep()
		}
		if l.configz && c.view != nil && !c.view.convertible() {
			c.warnf(layers.Conversion, "configz does not have the configuration: %v", c.partial())
		}
		out.warned = append(out.warned, c.warnings...)
	}
	out.warned = presentable(out.warned)
	out.Warnings = problemsOf(out.warned)
	return out, presentable(problems).Sorted(), nil
}

// zeroAdvice says what lists the zeros that defaults replace; "" for nothing.
func (l *Loader[T]) zeroAdvice() string {
	switch {
	case len(l.plugs.Subcommands) > 0:
		return "; config validate lists them"
	case l.explain:
		return "; --explain-config shows them"
	}
	return ""
}

// ownFlags are the flags of the loader itself.
type ownFlags struct {
	config, instance, writeTo, writeInstanceTo string
	configDirs                                 []string
	explain, help, version, preflight          bool
	// extension is nil if the loader has none.
	extension extension.Load
}

func (l *Loader[T]) addOwnFlags(fs *pflag.FlagSet, own *ownFlags) {
	if l.configFlag != "" {
		relation := "Flags override its values."
		if l.precedence == descriptor.Files {
			relation = "Most other flags are ignored if it is specified."
		}
		fs.StringVar(&own.config, l.configFlag, "", render.LoaderFlagHelp("config")+" "+relation)
		flagset.Annotate(fs.Lookup(l.configFlag), cobra.BashCompFilenameExt)
	}
	if l.configDir {
		help := strings.NewReplacer("files,", "files ("+strings.Join(l.extensions, ", ")+"),", "--config",
			"--"+cmp.Or(l.configFlag, "config")).Replace(render.LoaderFlagHelp("config-dir"))
		fs.StringArrayVar(&own.configDirs, "config-dir", l.defaultDirs, help)
	}
	if l.instance != nil {
		fs.StringVar(&own.instance, "instance-config", "", render.LoaderFlagHelp("instance-config"))
	}
	if l.writeTo {
		fs.StringVar(&own.writeTo, "write-config-to", "", render.LoaderFlagHelp("write-config-to"))
		if l.instance != nil {
			const name = "write-instance-config-to"
			fs.StringVar(&own.writeInstanceTo, name, "", render.LoaderFlagHelp(name))
		}
	}
	if l.explain {
		fs.BoolVar(&own.explain, "explain-config", false, render.LoaderFlagHelp("explain-config"))
	}
	if l.preflight {
		fs.BoolVar(&own.preflight, "preflight", false, render.LoaderFlagHelp("preflight"))
	}
	if l.plugs.Extension != nil {
		own.extension = l.plugs.Extension.Register(fs)
	}
	if l.version != "" {
		fs.BoolVar(&own.version, "version", false, render.LoaderFlagHelp("version"))
	}
	fs.BoolVarP(&own.help, "help", "h", false, "Help for "+l.name+".")
	for _, flag := range render.LoaderFlags() {
		switch f := fs.Lookup(flag.Name); {
		case f == nil:
		case flag.Value == "file":
			flagset.Annotate(f, cobra.BashCompFilenameExt)
		case flag.Value == "directory":
			flagset.Annotate(f, cobra.BashCompSubdirsInDir)
		}
	}
}

// begin is step 1.
func (l *Loader[T]) begin(start bool) (*Loaded[T], *flagset.Set, error) {
	models, err := l.models()
	if err != nil {
		return nil, nil, err
	}
	set := flagset.New(l.name)
	set.Removed, set.Elsewhere = map[string]string{}, map[string]string{}
	for _, m := range models {
		for _, flag := range m.flags {
			if where := flagElsewhere(flag); where != "" {
				set.Elsewhere[flag.Name] = where
			}
		}
		for _, r := range m.removed {
			if r.Of.Flag != "" {
				set.Removed[r.Of.Flag] = render.RemovalText(&r)
			}
		}
	}
	l.mu.Lock()
	others, inherited, commands := l.others, l.inherited, l.commands
	l.mu.Unlock()
	set.Commands = commands
	if l.exactNames {
		set.NormalizeNameFunc = nil
	}
	out := &Loaded[T]{activating: &l.activating, judge: l.judge, content: map[string]bool{}, set: set,
		extended: extended{running: runner[T]{l}}}
	in := conditions{
		precedence: l.precedence, completions: l.completions,
		gatesField: l.gatesField, gates: l.gates, enabled: new(func(string) bool), describe: new(func(string) string),
	}
	for _, m := range models {
		c, err := newCandidate(m, in, set)
		if err != nil {
			return nil, nil, err
		}
		out.candidates = append(out.candidates, c)
		in.gates = nil // The map of gates is in the shared root.
	}
	if start || others == nil {
		others = flagset.Like(set)
		for _, add := range l.flags {
			err = errors.Join(err, add(others))
		}
		for _, section := range others.Order {
			err = errors.Join(err, set.Add(section, others.FlagSets[section]))
		}
		l.mu.Lock()
		l.others = others
		l.mu.Unlock()
	} else {
		// The component is running and reads what its flags set: they are known, but not registered again.
		for _, section := range others.Order {
			flagset.Inert(others.FlagSets[section], set.FlagSet(section))
		}
	}
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	l.addOwnFlags(own, &out.flags)
	err = errors.Join(err, set.Add(cmp.Or(l.ownSection, l.name), own))
	if inherited != nil && start {
		err = errors.Join(err, set.Add("global", inherited))
	} else if inherited != nil {
		flagset.Inert(inherited, set.FlagSet("global"))
	}
	set.TakesArguments = l.arguments != nil
	set.Arrange(l.sections)
	return out, set, err
}

// judge returns the judge of the files that are written.
func (l *Loader[T]) judge() *fileowner.Judge {
	return &fileowner.Judge{User: os.Geteuid(), AcceptAll: l.worldWritable}
}

// newModels finds out about the types of the roots.
func (l *Loader[T]) newModels() (models []*model, err error) {
	roots := []code{l.code}
	if l.instance != nil {
		roots = append(roots, *l.instance)
	}
	for _, root := range roots {
		m, err := newModel(root)
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// hides reports whether the value of a flag may be a secret.
func (l *Loaded[T]) hides(flag string) bool {
	return slices.ContainsFunc(l.candidates, func(c *candidate) bool { return c.flags.hides(flag) })
}

// hasSecrets reports whether any file or flag of the component can have a secret.
func (l *Loaded[T]) hasSecrets() bool {
	return slices.ContainsFunc(l.candidates, func(c *candidate) bool { return c.hasSecrets() })
}

// presentable returns problems as they may be shown: without characters that do not print.
func presentable(problems layers.Problems) layers.Problems {
	for i, p := range problems {
		problems[i] = p.Mapped(layers.Plain)
		problems[i].Pos.File, problems[i].Field = layers.Plain(p.Pos.File), layers.Plain(p.Field)
	}
	return problems
}

// read is step 3: it takes the snapshot and adds every file to its root. A file that has content in the configuration
// in use must not be empty.
func (l *Loader[T]) read(out *Loaded[T], set *flagset.Set, inUse *Loaded[T], how extension.Inspection) layers.Problems {
	own := out.flags
	if out.instead != nil {
		own.config = ""
	}
	sources, dir := l.sources(own), set.Lookup("config-dir")
	sources.MustExist, sources.AnyOwner = dir != nil && dir.Changed, how.Elsewhere
	snap, problems := l.reader.Read(sources)
	for i, p := range problems {
		problems[i] = l.named(out, p)
	}
	if snap == nil {
		return problems
	}
	snap.Files = append(slices.Clip(out.instead), snap.Files...)
	out.digest, out.Skipped = snap.Digest(), snap.Skipped
	out.identity = out.digest
	for _, f := range snap.Files {
		out.identity += fmt.Sprintf(" %q", f.Name)
	}
	for _, text := range snap.Warnings {
		out.warned = append(out.warned, layers.Problem{Message: text, Code: layers.BadFile})
	}
	out.watched = filewatch.Paths{
		Files: []string{own.config, own.instance}, Directories: sources.DropIns, Recursive: l.recursive,
		Reads: func(name string) bool { return slices.Contains(l.extensions, filepath.Ext(name)) },
	}
	files := out.headed(snap)
	out.files, out.off = files, snap.Off
	for _, c := range out.candidates {
		c.hasFiles = len(files) > 0
	}
	for i, f := range files {
		parsed, ps := layers.Parse(f)
		if parsed.Root == nil {
			problems = append(problems, ps...)
			if len(ps) == 0 {
				problems = append(problems, l.empty(out, f.Name, inUse.content[f.Name])...)
			}
			continue
		}
		out.content[f.Name] = true
		problems = append(problems, out.rootOf(parsed, i == len(snap.Files)).add(parsed, f, ps)...)
	}
	if len(sources.DropIns) > 0 && len(files) == 0 && dir.Changed && len(problems) == 0 {
		out.warned = append(out.warned, layers.Problem{Code: layers.BadFile,
			Message: strings.Join(sources.DropIns, ", ") + ": the directory has no configuration file, so legacy defaults " +
				"apply"})
	}
	return problems
}

// headed returns the files of a snapshot with the headers that they must have, the instance file last.
func (l *Loaded[T]) headed(snap *layers.Snapshot) []layers.File {
	files := slices.Clone(snap.Files)
	for i := range files {
		l.candidates[0].head(&files[i])
	}
	if snap.Instance != nil {
		files = append(files, *snap.Instance)
		l.candidates[1].head(&files[len(files)-1])
	}
	return files
}

// named returns a problem of a file or directory that a flag names. A name that does not look like one is not shown if
// there are secrets: it may be a mistyped flag with its value.
func (l *Loader[T]) named(out *Loaded[T], p layers.Problem) layers.Problem {
	name := p.Pos.File
	looksRight := strings.ContainsAny(name, "./\\") && !strings.HasPrefix(name, "-")
	if looksRight || p.Pos.Line > 0 || !out.hasSecrets() {
		return p
	}
	for flag, named := range map[string][]string{
		l.configFlag: {out.flags.config}, "instance-config": {out.flags.instance}, "config-dir": out.flags.configDirs,
	} {
		if slices.Contains(named, name) {
			return layers.Problem{Message: "--" + flag + ": " + p.Message, Code: p.Code}
		}
	}
	return p
}

// empty returns what is wrong with a file without content. It had content if it was written in part.
func (l *Loader[T]) empty(out *Loaded[T], name string, hadContent bool) layers.Problems {
	wrong := layers.Problem{Pos: layers.Pos{File: name}, Code: layers.BadFile, Message: "the file is empty"}
	switch {
	case hadContent:
		wrong.Message += ", and it had content when it was loaded: write it as a whole, or remove it"
		return layers.Problems{wrong}
	case l.noEmptyFiles:
		wrong.Message += ": write apiVersion and kind, or remove it"
		return layers.Problems{wrong}
	}
	out.warned = append(out.warned, wrong)
	return nil
}

// sources are the files that the flags name. An empty name is none.
func (l *Loader[T]) sources(own ownFlags) layers.Sources {
	return layers.Sources{
		Main: own.config, Instance: own.instance, Extensions: l.extensions, Recursive: l.recursive,
		DropIns: slices.DeleteFunc(slices.Clone(own.configDirs), func(dir string) bool { return dir == "" }),
	}
}

// rootOf returns the root of a file. The instance file has either kind: its own, or overrides of the shared root.
func (l *Loaded[T]) rootOf(parsed layers.Document, isInstance bool) *candidate {
	if isInstance && parsed.Kind != l.candidates[0].kind {
		return l.candidates[1]
	}
	return l.candidates[0]
}

// applyFlags is step 5.
func (l *Loaded[T]) applyFlags(set *flagset.Set, given []flagset.Given) (problems layers.Problems) {
	for _, c := range l.candidates {
		c.flags.parsed(c.applicable(given))
		problems = append(problems, c.applyFlags(set, given)...)
	}
	return problems
}

// validate is step 6.
func (l *Loaded[T]) validate() (problems layers.Problems) {
	for _, c := range l.candidates {
		problems = append(problems, validate(c)...)
		l.commits = append(l.commits, c.commits...)
	}
	l.Config, _ = l.candidates[0].config.(*T)
	if len(l.candidates) > 1 {
		l.Instance = l.candidates[1].config
	}
	return problems
}

// flagMistakes is step 7.
func (l *Loader[T]) flagMistakes(out *Loaded[T]) layers.Problems {
	var found []error
	if l.arguments != nil {
		if err := l.arguments(out.Arguments); err != nil {
			found = append(found, err)
		}
	}
	for _, validate := range l.flagRules {
		for _, err := range validate() {
			found = append(found, err)
		}
	}
	var problems layers.Problems
	for _, err := range found {
		problems = append(problems, layers.Problem{Message: out.masked(err.Error()), Code: layers.BadFlag})
	}
	return problems
}

// masked returns a text of the component, which may quote secrets, as it may be shown.
func (l *Loaded[T]) masked(text string) string {
	for _, c := range l.candidates {
		text = c.texts().Foreign(text)
	}
	return text
}

// texts masks the secrets of a root in texts of the component and of libraries.
func (c *candidate) texts() redact.Texts { return redact.NewTexts(secretValues(c), c.flags.isName) }

// secretValues returns every secret of any layer.
func secretValues(c *candidate) []string {
	out := c.flags.secretValues()
	collect := func(tree *layers.Node, version string) {
		if patterns := c.secretsOf(version); len(patterns) > 0 {
			out = append(out, redact.Values(tree, func(p string) bool { return anyBelow(p, patterns) })...)
		}
	}
	for _, d := range c.docs {
		collect(d.tree, d.version)
	}
	if c.config != nil && c.view != nil { // The values of flags and files, element by element, as the component sees them.
		for _, leaf := range c.view.leaves() {
			if c.secret(leaf.Path.Pattern()) && c.view.isSet(leaf.Path.String()) {
				out = append(out, redact.LeafValues(leaf, c.secret)...)
			}
		}
	}
	return out
}
