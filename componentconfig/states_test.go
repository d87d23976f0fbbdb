package componentconfig_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
)

// states and stateSeed are set by "make soak": each state is one of the files of a component.
var (
	states    = flag.Int("states", 200, "random states of files that are loaded, or loaded again")
	stateSeed = flag.Uint64("state-seed", 1, "seed of the first of the random states")
)

// panelFile is a file of a state.
type panelFile struct {
	name string
	// root is 0 for the kind Panel, 1 for Bay.
	root int
	// what is missing, masked, empty, comments, document, braces or values.
	what   string
	values []panelValue
}

// panelValue is the value of a field in a file or on the command line, as JSON.
type panelValue struct {
	field panelField
	text  string
}

var whats = []string{"missing", "masked", "empty", "comments", "document", "braces", "values", "values", "values"}

// panelState is a command line, and the files at one moment.
type panelState struct {
	site
	panelSettings
	// named are the flags that name files: config, config-dir, instance-config.
	named map[string]bool
	flags [2][]panelValue
	args  []string
	files []*panelFile
	noDir bool
}

func (f *panelFile) isEmpty() bool {
	return slices.Contains([]string{"masked", "empty", "comments", "document"}, f.what)
}

// text is the content of the file.
func (f *panelFile) text(how panelSettings) string {
	switch f.what {
	case "empty":
		return ""
	case "comments":
		return "# nothing\n\n  # else\n"
	case "document":
		return "---\n"
	case "braces":
		return "{}\n"
	}
	text := []string{panelHeader, bayHeader}[f.root]
	if how.plain {
		text = "# a file\n"
	}
	for _, v := range f.values {
		text += v.field.name + ": " + v.text + "\n"
	}
	return text
}

// newPanelState chooses a command line.
func newPanelState(t *testing.T, r *rand.Rand) *panelState {
	s := &panelState{site: newSite(t, nil), named: map[string]bool{}, panelSettings: panelSettings{
		plain: r.IntN(3) == 0, headerOptional: r.IntN(3) == 0, zerosKept: r.IntN(2) == 0, fileFirst: r.IntN(6) == 0,
		noEmptyFiles: r.IntN(8) == 0}}
	paths := []string{"config", "main.yaml", "config-dir", "conf.d", "instance-config", "bay.yaml"}
	for i := 0; i < len(paths); i += 2 {
		if s.plain && i == 4 || r.IntN(4) == 0 {
			continue
		}
		s.named[paths[i]] = true
		s.args = append(s.args, "--"+paths[i]+"="+filepath.Join(s.dir, paths[i+1]))
	}
	for root, fields := range [][]panelField{panelFields, bayFields} {
		for _, f := range fields {
			if s.plain && root == 1 || r.IntN(6) > 0 {
				continue
			}
			v := panelValue{f, f.values[r.IntN(len(f.values))]}
			s.flags[root] = append(s.flags[root], v)
			s.args = append(s.args, "--"+flagName(root, f)+"="+argument(v.text))
		}
	}
	for i, name := range []string{"main.yaml", "conf.d/10-a.conf", "conf.d/20-b.conf", "bay.yaml"} {
		s.files = append(s.files, &panelFile{name: name, root: i / 3})
		s.change(r, i)
	}
	return s
}

// change gives a file another content.
func (s *panelState) change(r *rand.Rand, i int) {
	f := s.files[i]
	if f.name == "bay.yaml" {
		f.root = min(1, r.IntN(4))
	}
	f.what, f.values = whats[r.IntN(len(whats))], nil
	for _, field := range [][]panelField{panelFields, bayFields}[f.root] {
		switch r.IntN(8) {
		case 0:
			f.values = append(f.values, panelValue{field, "null"})
		case 1, 2:
			f.values = append(f.values, panelValue{field, field.values[r.IntN(len(field.values))]})
		}
	}
	s.noDir = r.IntN(8) == 0
}

// write writes the files.
func (s *panelState) write() {
	s.Helper()
	check := func(err error) {
		if err != nil {
			s.Fatal(err)
		}
	}
	check(os.RemoveAll(filepath.Join(s.dir, "conf.d")))
	if !s.noDir {
		check(os.Mkdir(filepath.Join(s.dir, "conf.d"), 0o755))
	}
	for _, f := range s.files {
		path := filepath.Join(s.dir, f.name)
		check(os.RemoveAll(path))
		switch {
		case s.noDir && filepath.Dir(path) != s.dir || f.what == "missing":
		case f.what == "masked":
			check(os.Symlink(os.DevNull, path))
		default:
			s.site.write(f.name, f.text(s.panelSettings))
		}
	}
}

// read are the files that a load reads, the lowest first, and what is wrong if a file had content that has none now.
func (s *panelState) read(had map[string]bool) (read []*panelFile, wrong []string) {
	if s.noDir && s.named["config-dir"] {
		wrong = append(wrong, "conf.d: the drop-in directory does not exist")
	}
	for i, f := range s.files {
		dropIn := i == 1 || i == 2
		switch {
		case dropIn && (!s.named["config-dir"] || s.noDir), i == 0 && !s.named["config"],
			i == 3 && !s.named["instance-config"]:
		case dropIn && (f.what == "missing" || f.what == "masked"):
		case f.what == "missing":
			wrong = append(wrong, f.name+": the file does not exist")
		default:
			read = append(read, f)
		}
	}
	for _, f := range read {
		switch {
		case f.isEmpty() && had[f.name]:
			wrong = append(wrong, f.name+": the file is empty, and it had content")
		case f.isEmpty() && s.noEmptyFiles:
			wrong = append(wrong, f.name+": the file is empty: write")
		case f.what == "braces" && !s.plain && !s.headerOptional:
			wrong = append(wrong, f.name+":1:1: apiVersion is missing")
		}
	}
	return read, wrong
}

// expectation is what a load of a state gives.
type expectation struct {
	// wrong are parts of the error.
	wrong []string
	// values and sources are the values and sources of the fields of both roots.
	values  [2]map[string]any
	sources [2]map[string]componentconfig.OriginSource
	// identity and content are the files, and the names of those with content.
	identity string
	content  map[string]bool
}

// expect is the model of a load.
func (s *panelState) expect(had map[string]bool) expectation {
	read, wrong := s.read(had)
	out := expectation{wrong: wrong, content: map[string]bool{}}
	for _, f := range read {
		text := f.text(s.panelSettings)
		if f.what == "masked" {
			text = ""
		}
		out.identity += fmt.Sprintf("%s %q\n", f.name, text)
		if !f.isEmpty() {
			out.content[f.name] = true
		}
	}
	for root, fields := range [][]panelField{panelFields, bayFields} {
		out.values[root], out.sources[root] = map[string]any{}, map[string]componentconfig.OriginSource{}
		for _, f := range fields {
			out.values[root][f.name], out.sources[root][f.name] = s.value(root, f, read)
		}
	}
	gates, _ := out.values[0]["gates"].(map[string]any)
	if gates["Beta"] == true {
		return out
	}
	if out.sources[0]["beta"] >= componentconfig.OriginFile && len(wrong) == 0 {
		out.wrong = append(out.wrong, "beta: can be set only if the feature gate Beta is on")
	}
	out.values[0]["beta"] = nil
	return out
}

// value is the effective value of a field, and its source.
func (s *panelState) value(root int, f panelField, read []*panelFile) (any, componentconfig.OriginSource) {
	var value any
	source := componentconfig.OriginDefault
	for _, file := range read {
		if file.what != "values" || file.root != root {
			continue
		}
		for _, v := range file.values {
			if v.field.name != f.name {
				continue
			}
			next := pathsIn(f, decoded(v.text), filepath.Dir(filepath.Join(s.dir, file.name)))
			over, isMap := next.(map[string]any)
			if under, both := value.(map[string]any); isMap && both {
				maps.Copy(under, over)
			} else {
				value = next
			}
			if source = componentconfig.OriginFile; value == nil {
				source = componentconfig.OriginDefault
			}
		}
	}
	if value == nil || f.initial != "" && isUnset(value) && !f.pointer && !s.zerosKept {
		value, source = decoded(f.initial), componentconfig.OriginDefault
		if len(read) == 0 && f.legacy != "" {
			value, source = decoded(f.legacy), componentconfig.OriginLegacyDefault
		}
	}
	for _, v := range s.flags[root] {
		ignored := len(read) > 0 && (f.marker.Precedence == "file" || s.fileFirst && f.marker.Precedence == "")
		if v.field.name != f.name || ignored {
			continue
		}
		given := decoded(v.text)
		switch f.marker.Precedence {
		case "prepend":
			kept, _ := value.([]any)
			given = append(given.([]any), kept...) //nolint:forcetypeassert // The values of the field are lists.
		case "merge":
			kept, _ := value.(map[string]any)
			merged := maps.Clone(kept)
			if merged == nil {
				merged = map[string]any{}
			}
			maps.Copy(merged, given.(map[string]any)) //nolint:forcetypeassert // The values of the field are maps.
			given = merged
		}
		value, source = given, componentconfig.OriginFlag
	}
	working, err := os.Getwd()
	if err != nil {
		s.Fatal(err)
	}
	return pathsIn(f, value, working), source
}

// decoded is a JSON text as a value; nil for none.
func decoded(text string) (value any) {
	if text != "" {
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			panic(err)
		}
	}
	return value
}

// isUnset reports whether a value is a zero.
func isUnset(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.IsZero() || value == "0s" ||
		(v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}

// verify compares a configuration with what the model expects.
func (s *panelState) verify(seed uint64, want expectation, got *componentconfig.Loaded[panel]) {
	s.Helper()
	configs, origins := []any{got.Config, got.Instance}, []componentconfig.Origins{got.Origins(), got.InstanceOrigins()}
	for root, fields := range [][]panelField{panelFields, bayFields} {
		if s.plain && root == 1 {
			continue
		}
		text, err := json.Marshal(configs[root])
		if err != nil {
			s.Fatal(err)
		}
		values, _ := decoded(string(text)).(map[string]any)
		for _, f := range fields {
			wanted, value := want.values[root][f.name], values[f.name]
			if !reflect.DeepEqual(wanted, value) && !(isUnset(wanted) && isUnset(value)) {
				s.Errorf("seed %d: %s is %v, want %v", seed, flagName(root, f), value, wanted)
			}
			_, scalar := decoded(f.values[0]).(string)
			if found := origins[root][f.name]; scalar && len(found) > 0 && found[0].Source != want.sources[root][f.name] {
				s.Errorf("seed %d: %s = %v has the origin %v, want %d", seed, flagName(root, f), value, found,
					want.sources[root][f.name])
			}
		}
		for path := range origins[root] {
			if path == "" {
				s.Errorf("seed %d: a value has no path", seed)
			}
		}
	}
	if text := got.Explain(); strings.Contains(text, sentinel) {
		s.Errorf("seed %d: a secret is shown:\n%s", seed, text)
	}
}

// refused compares an error with what the model expects.
func (s *panelState) refused(seed uint64, want expectation, err error) {
	s.Helper()
	for _, part := range want.wrong {
		if err == nil || !strings.Contains(err.Error(), part) {
			s.Errorf("seed %d: the error is %v, want %q", seed, err, part)
		}
	}
	if err != nil && len(want.wrong) == 0 {
		s.Errorf("seed %d: unexpected error: %v", seed, err)
	}
}

// verbs asks the command config about a state. Its answers are tested elsewhere; here it must not panic, and not show a
// secret.
func (s *panelState) verbs(r *rand.Rand, seed uint64, l *componentconfig.Loader[panel]) {
	main := filepath.Join(s.dir, "main.yaml")
	verb := [][]string{{"validate", "--"}, {"print", "--origins", "--"}, {"print", "--only=set", "--"},
		{"explain", "path", "--"}, {"diff", main, "--"}, {"migrate", main}, {"explain", "--"}}[r.IntN(7)]
	if slices.Contains(verb, "--") {
		verb = append(slices.Clip(verb), s.args...)
	}
	var stdout, stderr bytes.Buffer
	configcommand.Run(context.Background(), l, verb, &stdout, &stderr)
	if strings.Contains(stdout.String()+stderr.String(), sentinel) {
		s.Errorf("seed %d: config %q shows a secret", seed, verb)
	}
}

// TestRandomStates loads files that are empty, without content, missing or replaced, with flags of every kind, and
// loads them again as a watch does when they change. A model says what the result is.
func TestRandomStates(t *testing.T) {
	for done, seed := 0, *stateSeed; done < *states && !t.Failed(); seed++ {
		r := rand.New(rand.NewPCG(seed, 28))
		s := newPanelState(t, r)
		done += s.live(r, seed)
		if err := os.RemoveAll(s.dir); err != nil {
			t.Fatal(err)
		}
	}
}

// live is the life of a component. It returns the number of its states.
func (s *panelState) live(r *rand.Rand, seed uint64) (n int) {
	l := panelLoader(s.panelSettings)
	var reload func() *componentconfig.ReloadResult
	var inUse expectation
	failed := false
	for n = 1; n <= 6; n++ {
		s.write()
		want := s.expect(inUse.content)
		switch {
		case reload == nil:
			got, err := l.Load(s.args)
			if s.refused(seed, want, err); err == nil {
				s.verify(seed, want, got)
				s.verbs(r, seed, panelLoader(s.panelSettings))
				s.loadsBack(seed, want)
				inUse = want
				reload = componentconfig.Reloads(l, s.args, got, func(next *componentconfig.Loaded[panel]) { got = next })
			}
		default:
			s.reloaded(seed, reload(), &inUse, want, &failed)
		}
		s.change(r, r.IntN(len(s.files)))
	}
	return n - 1
}

// reloaded compares the result of a reload with what the model expects.
func (s *panelState) reloaded(seed uint64, got *componentconfig.ReloadResult, inUse *expectation, want expectation,
	failed *bool) {
	s.Helper()
	switch {
	case len(want.wrong) > 0:
		if got == nil && *failed {
			return // The same failure is reported once.
		}
		if got == nil || got.Committed {
			s.Fatalf("seed %d: got %+v, want %q", seed, got, want.wrong)
		}
		s.refused(seed, want, got.Err)
		*failed = true
	case want.identity == inUse.identity:
		if (got != nil) != *failed || got != nil && !got.Recovered {
			s.Errorf("seed %d: got %+v; the files are those in use", seed, got)
		}
		*failed = false
	case got == nil || !got.Committed:
		s.Errorf("seed %d: got %+v; the change is hot", seed, got)
	default:
		*inUse, *failed = want, false
	}
}

// loadsBack writes a configuration and loads what was written.
func (s *panelState) loadsBack(seed uint64, want expectation) {
	s.Helper()
	args := append(slices.Clone(s.args), "--write-config-to="+filepath.Join(s.dir, "out.yaml"))
	_, stderr, err := execute(s.site, panelLoader(s.panelSettings), args...)
	if err != nil {
		if s.zerosKept || !strings.Contains(stderr, "a zero in a file means that the field is not set") {
			s.Errorf("seed %d: %s", seed, stderr)
		}
		return
	}
	back, err := panelLoader(s.panelSettings).Load([]string{"--config=" + filepath.Join(s.dir, "out.yaml")})
	if err != nil {
		s.Errorf("seed %d: %v\n%s", seed, err, s.site.read("out.yaml"))
		return
	}
	text, err := json.Marshal(back.Config)
	if err != nil {
		s.Fatal(err)
	}
	values, _ := decoded(string(text)).(map[string]any)
	for _, f := range panelFields {
		wanted, value := want.values[0][f.name], values[f.name]
		if f.name != "token" && !reflect.DeepEqual(wanted, value) && !(isUnset(wanted) && isUnset(value)) {
			s.Errorf("seed %d: %s loads back as %v, want %v\n%s", seed, f.name, value, wanted, s.site.read("out.yaml"))
		}
	}
}
