package componentconfig

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// validate sets the feature gates, resets the fields that are ignored, and validates what the command line and the
// files come to.
func validate(c *candidate) layers.Problems {
	show(c)
	problems := append(duplicates(c), setGates(c)...)
	ignored := slices.Clone(c.unread)
	for _, f := range c.fields {
		if c.gatedOff(f) {
			if c.flags.mayTouch(f.Path) || c.inFiles(f.Path) {
				problems = append(problems, setBehindGate(c, f)...)
			}
			ignored = append(ignored, c.patternsOf(f.Path)...)
		}
	}
	if c.resetIgnored(c.config, c.merged) {
		show(c)
	}
	ignored = append(ignored, warnOfExcluded(c)...)
	gone, fields := removedValues(c)
	problems, ignored = append(problems, gone...), append(ignored, fields...)
	texts := sync.OnceValue(c.texts) // The values of secrets are of interest only if there are mistakes.
	for _, err := range mistakes(c) {
		err = inNewest(c, masked(c, texts, err))
		if !anyBelow(c.view.patternOf(err.Field), ignored) && !elsewhere(c, err) {
			problems = append(problems, located(c, err))
		}
	}
	problems = append(problems, missing(c)...)
	if c.warn != nil {
		for _, err := range c.warn(c.config) {
			if err = inNewest(c, masked(c, texts, err)); !anyBelow(c.view.patternOf(err.Field), ignored) && !elsewhere(c, err) {
				c.warnings = append(c.warnings, located(c, err))
			}
		}
	}
	for _, l := range c.libraries {
		commit, err := setLibraryFlag(c, l)
		if err != nil {
			problems = append(problems, layers.Problem{Message: err.Error(), Code: layers.BadComponent})
		}
		c.commits = append(c.commits, commit)
	}
	return problems
}

// show sets the view to the current configuration.
func show(c *candidate) { c.view = &view{of: c, config: c.config} }

// duplicates reports the items that flags add twice to a list that must not have them: the configuration could not be
// written to a file.
func duplicates(c *candidate) (problems layers.Problems) {
	merging := func(f descriptor.Field) bool { return f.Type.List != "" && c.flags.mayTouch(f.Path) }
	if !slices.ContainsFunc(c.fields, merging) {
		return nil
	}
	for _, d := range c.rules(c.newest()).Duplicates(c.view.tree()) {
		if origins := c.view.originsOf(d.Path.String()); len(origins) > 0 && origins[0].Source == OriginFlag {
			problems = append(problems, problemAt(origins, layers.DuplicateItem, d.Path.String(), d.Text()))
		}
	}
	return problems
}

// removedValues reports the values that releases have removed, and returns the patterns of their fields.
func removedValues(c *candidate) (problems layers.Problems, patterns []string) {
	for _, r := range c.removed {
		if r.Of.Value == "" {
			continue
		}
		for _, leaf := range c.view.leaves() {
			if leaf.Path.Pattern() != r.Of.Path || leaf.Node.Text != r.Of.Value {
				continue
			}
			origins := c.view.originsOf(leaf.Path.String())
			problems = append(problems, problemAt(origins, layers.Removed, redact.Path(leaf.Path, c.secret),
				fmt.Sprintf("the value %q was %s", r.Of.Value, render.RemovalText(&r))))
			patterns = append(patterns, r.Of.Path)
		}
	}
	return problems, patterns
}

// missing reports the keys that files must have and that neither a file nor a flag sets.
func missing(c *candidate) (problems layers.Problems) {
	if len(c.docs) == 0 || c.fragment {
		return nil
	}
	for _, f := range c.fields {
		if !f.KeyRequired || c.ignored(f) {
			continue
		}
		for _, pattern := range schema.KeysOf(c.types, f.Path, c.version) {
			for _, m := range c.merged.tree.Missing(pattern) {
				flag := slices.ContainsFunc(c.types.Carried(m.Path, c.version, c.newest()), func(p layers.Path) bool {
					return c.view.isSet(p.String())
				})
				if !flag {
					problems = append(problems, layers.About(m.Pos, layers.Required, redact.Path(m.Path, c.secret),
						"Required value: must be in the file"))
				}
			}
		}
	}
	return problems
}

// elsewhere reports whether an error of validation is about what another file of a fragment may set.
func elsewhere(c *candidate, err *field.Error) bool {
	return c.fragment && (err.Type == field.ErrorTypeRequired || !c.view.isSet(err.Field))
}

// mistakes returns the errors of validation and the values of gates that are off.
func mistakes(c *candidate) (errs field.ErrorList) {
	if c.code.validate != nil {
		errs = c.code.validate(c.config)
	}
	if enabled := *c.enabled; enabled != nil && c.gatedValues != nil {
		texts := c.restaged(*c.describe)
		for _, err := range c.gatedValues(c.config, enabled) {
			err.Detail = texts.Replace(err.Detail)
			errs = append(errs, err)
		}
	}
	return errs
}

// warnOfExcluded returns the patterns of the fields that do not exist on this operating system. It warns of such fields
// in files: nodes of several systems may share the file, so this is not an error, but the value has no effect.
func warnOfExcluded(c *candidate) []string {
	var out []string
	for _, f := range c.fields {
		if !excludedOn(f, c.goos) {
			continue
		}
		patterns := c.patternsOf(f.Path)
		out = append(out, patterns...)
		if !c.inFiles(f.Path) {
			continue
		}
		for _, leaf := range c.view.leaves() {
			if !anyBelow(leaf.Path.Pattern(), patterns) || c.zeroMeansUnset(leaf.Path) {
				continue
			}
			if files, set := c.fileOrigins(leaf.Path); set {
				path := redact.Path(leaf.Path, c.secret)
				c.warnings = append(c.warnings, layers.Problem{Pos: files[0].pos(), Code: layers.NoEffect, Field: path,
					Message: fmt.Sprintf("%s has no effect on %s, because it is marked +os=%s", path, c.goos,
						strings.Join(f.OS, ","))})
			}
		}
	}
	return out
}

// inFiles reports whether the files may have a Go field, or a part of it. Hand-written conversions can set it from
// anything.
func (c *candidate) inFiles(goPath string) bool {
	if c.merged.tree == nil || c.types.IsOpaque(goPath, c.version) {
		return c.merged.tree != nil
	}
	patterns := slices.Concat(schema.KeysOf(c.types, goPath, c.version), c.types.PatternsOf(goPath, c.version))
	return slices.ContainsFunc(patterns, func(p string) bool { return len(c.merged.tree.Find(p)) > 0 })
}

// patternOf is the pattern of a path in the configuration.
func (v *view) patternOf(path string) string {
	pattern, _ := v.parse(path)
	return pattern
}

// located returns an error of validation with the position of the value, or the flag.
func located(c *candidate, err *field.Error) layers.Problem {
	origins := c.view.originsOf(err.Field)
	origins = userOrigins(origins)
	set := len(origins) > 0
	if _, leaf := c.view.origins()[err.Field]; set && !leaf && origins[0].Source == OriginFile {
		// A mistake in an object or list as a whole is not at its first value if one file has all of it.
		if at := parentPosition(c, err.Field); at.File == origins[0].Name {
			origins = []Origin{{Source: OriginFile, Name: at.File, Line: at.Line, Column: at.Column}}
		}
	}
	var pos layers.Pos
	if set {
		pos = origins[0].pos()
	} else {
		pos = parentPosition(c, err.Field)
	}
	path, secret := err.Field, c.holdsSecret(err.Field)
	err = inFile(c, err, pos.File)
	shown, text := err.Field, err.ErrorBody()
	if secret {
		if masked := c.maskedField(path); masked != path {
			shown = masked
		}
		if text = err.Type.String(); err.Detail != "" {
			text += ": " + err.Detail
		}
	}
	if notes := notesOn(c, path, origins); notes != "" {
		text += " (" + notes + ")"
	}
	// Such as unsupported-value.
	code := layers.Code(strings.ReplaceAll(strings.ToLower(err.Type.String()), " ", "-"))
	problem := layers.About(pos, code, shown, text)
	if set {
		problem = problemAt(origins, code, shown, text)
	}
	problem.Kind = err.Type.String()
	return problem
}

// notesOn are what is known of the field at a path of the newest version, as the descriptor has it.
func notesOn(c *candidate, path string, origins []Origin) string {
	d := c.described()
	if d == nil {
		return ""
	}
	flag := ""
	if len(origins) > 0 && origins[0].Source == OriginFlag {
		flag = origins[0].Name
	}
	pattern := strings.ReplaceAll(c.view.patternOf(path), "[]", "[*]")
	return strings.Join(d.Notes(pattern, flag, c.goos), "; ")
}

// holdsSecret reports whether the path of an error of validation leads to a secret, or to a value with a secret in it.
func (c *candidate) holdsSecret(path string) bool {
	pattern := c.view.patternOf(path)
	return c.secret(pattern) || slices.ContainsFunc(c.secretsOf(c.newest()), func(s string) bool {
		return layers.Below(s, pattern)
	})
}

// masked returns an error of a function of the component, which may quote secrets, as it may be shown. The value of a
// flag may be a secret whose own flag is mistyped.
func masked(c *candidate, mask func() redact.Texts, err *field.Error) *field.Error {
	if !c.hasSecrets() {
		return err
	}
	out, texts := *err, mask()
	at := inNewest(c, err).Field
	ofSecret := c.holdsSecret(at)
	if ofSecret {
		out.Detail = texts.OfSecret(out.Detail)
	} else if origins := c.view.originsOf(at); len(origins) > 0 && origins[0].Source == OriginFlag &&
		isText(out.BadValue) && !redact.Quotable(fmt.Sprint(out.BadValue)) {
		out.BadValue = field.OmitValueType{}
	}
	if text, ok := out.BadValue.(string); ok {
		out.BadValue = texts.Value(text)
	}
	switch {
	case ofSecret:
	case out.Type == field.ErrorTypeNotSupported:
		out.Detail = texts.Value(out.Detail) // the values that are supported, in quotes
	default:
		out.Detail = texts.Rule(out.Detail)
	}
	return &out
}

// isText reports whether a value can contain any text.
func isText(value any) bool {
	kind := reflect.ValueOf(value).Kind()
	return kind == reflect.String || kind >= reflect.Array && kind != reflect.Pointer
}

// maskedField returns the path of an error of validation, with the keys of secret maps masked.
func (c *candidate) maskedField(path string) string {
	if found, _ := c.view.find(path); found != nil {
		return redact.Path(found, c.secret)
	}
	return path
}

// parentPosition returns where the innermost object or list around a value was written that no file and no flag sets.
func parentPosition(c *candidate, path string) (pos layers.Pos) {
	for above, _ := c.view.known(path); len(above) > 0; above = above[:len(above)-1] {
		if at, ok := c.written(above); ok {
			return at
		}
	}
	return pos
}

// problemAt returns a problem of the value at a path, at the highest of some origins.
func problemAt(origins []Origin, code layers.Code, path, text string) layers.Problem {
	if len(origins) == 0 {
		return layers.About(layers.Pos{}, code, path, text)
	}
	if origins[0].Source == OriginFlag {
		problem := layers.About(layers.Pos{}, code, "--"+origins[0].Name, path+": "+text)
		problem.Field = path
		return problem
	}
	return layers.About(origins[0].pos(), code, path, text)
}

// setLibraryFlag returns the function that sets the flag of a library from the configuration.
func setLibraryFlag(c *candidate, l libraryFlag) (func() error, error) {
	if !l.registers() {
		return nil, fmt.Errorf("%s: the library does not register the flag --%s", l.field, l.flag)
	}
	return func() error {
		value, ok := l.value(c.config)
		if !ok || l.set(value) == nil {
			return nil
		}
		var origins []Origin
		if patterns := c.patternsOf(l.field); len(patterns) > 0 {
			origins = c.view.originsOf(patterns[0])
		}
		return problemsOf(layers.Problems{problemAt(origins, layers.BadFlag, l.field,
			fmt.Sprintf("the flag --%s of a library does not accept this value", l.flag))})
	}, nil
}

// inNewest returns an error of validation with the path of the field in the newest version. Validation of internal
// types names fields of the newest version; a field that is elsewhere there, or has another name, is found by its Go
// path.
func inNewest(c *candidate, err *field.Error) *field.Error {
	pattern, items := c.view.parse(err.Field)
	if c.types.Has(pattern, c.newest()) {
		return err
	}
	goPath := c.types.GoPathOf(pattern, c.newest())
	if goPath == "" {
		return err
	}
	return moved(err, items, c.patternsOf(goPath))
}

// inFile returns an error of validation with the path that the field has in the version of a file.
func inFile(c *candidate, err *field.Error, name string) *field.Error {
	for _, d := range c.docs {
		if d.Name == name && d.version != c.newest() {
			pattern, items := c.view.parse(err.Field)
			return moved(err, items, inUse(c, err.Field, pattern, d))
		}
	}
	return err
}

// inUse returns the patterns of the field at a path in the version of a file: of several places that in use.
func inUse(c *candidate, path, pattern string, d document) []string {
	leaf, isLeaf := c.view.find(path)
	if !isLeaf || c.merged.tree == nil || d.version != c.version {
		return c.types.Translated(pattern, c.newest(), d.version)
	}
	var found []string
	paths, _ := schema.SourcesOf(c.types, leaf, d.version, c.merged.tree)
	for _, path := range paths {
		if len(c.merged.tree.Trail(path)) > 0 {
			found = append(found, path.Pattern())
		}
	}
	return found
}

// moved returns an error with another path: what several patterns have in common, with the indexes and keys of the
// error's path. Without patterns the path stays.
func moved(err *field.Error, items, patterns []string) *field.Error {
	if len(patterns) == 0 {
		return err
	}
	common := strings.Split(patterns[0], ".")
	for _, p := range patterns[1:] {
		steps := strings.Split(p, ".")
		for i := range common {
			if i >= len(steps) || steps[i] != common[i] {
				common = common[:i]
				break
			}
		}
	}
	if len(common) == 0 {
		return err
	}
	var path strings.Builder
	for i, piece := range strings.Split(strings.Join(common, "."), "[]") {
		if i > 0 && len(items) == 0 {
			break // a list or map as a whole
		}
		if i > 0 {
			path.WriteString(items[0])
			items = items[1:]
		}
		path.WriteString(piece)
	}
	out := *err
	out.Field = path.String()
	return &out
}
