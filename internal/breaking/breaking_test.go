package breaking_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/testfiles"
)

var (
	update = flag.Bool("update", false, "record what the rules say of the pairs in testdata")
	edits  = flag.Int("edits", 200, "the number of random edits")
)

// TestPairs compares the pairs of descriptors in testdata in a version of each track. What the repaired one changes is
// neither an error nor a warning.
func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	levels := map[string]bool{}
	for _, name := range files {
		archive := testfiles.Archive(t, name)
		section := map[string]string{}
		for _, file := range archive.Files {
			section[file.Name] = string(file.Data)
		}
		var got strings.Builder
		for _, version := range []string{"v1alpha1", "v1beta1", "v1"} {
			old, new := apiOf(t, section["old"], version), apiOf(t, section["new"], version)
			for _, change := range findings(breaking.Compare(old, new)) {
				fmt.Fprintf(&got, "%s: %s: %s; %s (%s)\n", version, change.Level, change.Message, change.Fix, change.Rule)
				levels[fmt.Sprint(change.Rule, " ", version, " ", change.Level)] = true
			}
			counterpart := apiOf(t, section["repaired"], version)
			if found := findings(breaking.Compare(old, counterpart)); len(found) > 0 {
				t.Errorf("%s in %s: the repaired API has findings: %v", name, version, found)
			}
		}
		if *update {
			archive.Files[len(archive.Files)-1].Data = []byte(got.String())
			testfiles.Write(t, name, txtar.Format(archive))
		} else if diff := cmp.Diff(section["want"], got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, rule := range breaking.Rules() {
		for version, level := range map[string]breaking.Level{
			"v1alpha1": rule.Alpha, "v1beta1": rule.Beta, "v1": rule.GA,
		} {
			if rule.Code != "" && levels[fmt.Sprint(rule.Code, " ", version, " ", level)] != (level != breaking.Compatible) {
				t.Errorf("pairs for %s in %s with the level %s: %t", rule.Code, version, level, level == breaking.Compatible)
			}
		}
	}
}

// TestStrictReportsAlphaAsBeta compares pairs that an alpha version allows or warns about.
func TestStrictReportsAlphaAsBeta(t *testing.T) {
	for _, rule := range []string{"CB001", "CB010", "CB020", "CB023"} {
		section := map[string]string{}
		for _, file := range testfiles.Archive(t, "testdata/"+rule+".txtar").Files {
			section[file.Name] = string(file.Data)
		}
		levels := func(version string, compare func(old, new *descriptor.Descriptor) []breaking.Change) []string {
			var found []string
			for _, change := range findings(compare(apiOf(t, section["old"], version), apiOf(t, section["new"], version))) {
				found = append(found, change.Rule+" "+string(change.Level))
			}
			return found
		}
		soft, strict := levels("v1alpha1", breaking.Compare), levels("v1alpha1", breaking.CompareStrictly)
		if want := levels("v1beta1", breaking.Compare); !slices.Equal(strict, want) || slices.Equal(soft, want) {
			t.Errorf("%s: alpha has %q, and strictly %q; beta has %q", rule, soft, strict, want)
		}
	}
}

func findings(changes []breaking.Change) []breaking.Change {
	return slices.DeleteFunc(changes, func(c breaking.Change) bool { return c.Rule == "" })
}

// apiOf reads the rows of a descriptor.
func apiOf(t *testing.T, objects, version string) *descriptor.Descriptor {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(objects, "VERSION", version)), "\n")
	api, err := descriptor.Decode([]byte(`{"descriptor": 1, "rows": [` + strings.Join(lines, ",\n") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// sample is the API of the sample.
func sample(t testing.TB) *descriptor.Descriptor {
	t.Helper()
	content := testfiles.Read(t, filepath.Join("../../examples/sampleconfig/apis/config", group.APISnapshotFile))
	api, err := descriptor.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func TestSameAPI(t *testing.T) {
	if changes := breaking.Compare(sample(t), sample(t)); len(changes) > 0 {
		t.Errorf("got %v", changes)
	}
}

// TestFieldIsFoundInItsFormerPlace removes a version that had a field in another place. The facts of the field and its
// flag are compared with the facts at the former place.
func TestFieldIsFoundInItsFormerPlace(t *testing.T) {
	kind := func(path, legacy string, moves []descriptor.Move, versions ...descriptor.Version) *descriptor.Descriptor {
		return &descriptor.Descriptor{Kinds: []descriptor.Kind{{
			Name: "Relay", Versions: versions, Flags: []descriptor.Flag{{Name: "level", Sets: path}},
			Fields: []descriptor.Field{{Path: path, LegacyDefault: legacy, Moves: moves}},
		}}}
	}
	version := func(name, path, goPath, of string) descriptor.Version {
		return descriptor.Version{Name: name, Fields: []descriptor.VersionField{{Path: path, Go: goPath, Of: of}}}
	}
	old := kind("Log.Level", "4", []descriptor.Move{{Version: "v1", From: "level"}},
		version("v2", "log.level", "Log.Level", ""), version("v1", "level", "Level", "Log.Level"))
	var got []string
	for _, change := range findings(breaking.Compare(old, kind("Level", "5", nil, version("v1", "level", "Level", "")))) {
		got = append(got, change.Rule+" "+change.Message)
	}
	want := []string{
		"CB007 Relay in v2 is gone, and files that name it are refused",
		"CB013 Level of Relay: without a file, the legacy default changed from 4 to 5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestSecretOfOneVersion expects a finding for a field that only a version has, and that is no longer a secret.
func TestSecretOfOneVersion(t *testing.T) {
	api := func(secret bool) *descriptor.Descriptor {
		return &descriptor.Descriptor{Kinds: []descriptor.Kind{{Name: "Relay", Versions: []descriptor.Version{{
			Name: "v1", Fields: []descriptor.VersionField{{Path: "token", Go: "Token", Lost: true, Secret: secret}},
		}}}}}
	}
	want := "token of Relay in v1 is no longer a secret, and is shown"
	if found := findings(breaking.Compare(api(true), api(false))); len(found) != 1 || found[0].Message != want {
		t.Errorf("got %v", found)
	}
	if found := findings(breaking.Compare(api(false), api(true))); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}

// TestGateThatCloses expects a finding for a feature gate that is off by default now, or that can no longer be enabled,
// if it guards the same things as before.
func TestGateThatCloses(t *testing.T) {
	api := func(guards string, stages ...descriptor.Stage) *descriptor.Descriptor {
		mode := descriptor.Field{Path: "Mode", JSON: "mode"}
		switch guards {
		case "field":
			mode.Gates = []string{"Fast"}
		case "value":
			mode.Type = descriptor.Type{Limits: descriptor.Limits{Enum: true, Values: []descriptor.Value{
				{Value: "Fast", Gates: []string{"Fast"}},
			}}}
		}
		return &descriptor.Descriptor{
			Gates: []descriptor.Gate{{Name: "Fast", Stages: stages}},
			Kinds: []descriptor.Kind{{Name: "Relay", Fields: []descriptor.Field{mode}, Versions: []descriptor.Version{{
				Name: "v1", Fields: []descriptor.VersionField{{Path: "mode", Go: "Mode"}},
			}}}},
		}
	}
	beta := descriptor.Stage{Stage: "beta", Since: "1.1", Default: true}
	off := descriptor.Stage{Stage: "beta", Since: "1.2"}
	gone := descriptor.Stage{Stage: "deprecated", Since: "1.3", Locked: true}
	ga := descriptor.Stage{Stage: "ga", Since: "1.3", Default: true, Locked: true}
	const disabled = "the feature gate Fast is disabled by default now, and without it mode of Relay is refused"
	for _, test := range []struct {
		old, new *descriptor.Descriptor
		want     string
	}{
		{api("field", beta), api("field", beta, off), disabled},
		{api("value", beta), api("value", beta, off), disabled},
		{api("field", off), api("field", off, gone),
			"the feature gate Fast can no longer be enabled, and mode of Relay is refused"},
		{api("field", beta), api("field", beta, ga), ""},
		{api("field", off), api("field", off, beta), ""},
		{api("", beta), api("", beta, off), ""},
	} {
		var got []string
		for _, change := range findings(breaking.Compare(test.old, test.new)) {
			got = append(got, change.Message)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestCommentExplainsDeprecation expects a comment that says what to use to explain a deprecation without a marker for
// that.
func TestCommentExplainsDeprecation(t *testing.T) {
	api := func(doc string, deprecated *descriptor.Deprecation) *descriptor.Descriptor {
		return &descriptor.Descriptor{Kinds: []descriptor.Kind{{
			Name: "Relay", Fields: []descriptor.Field{{Path: "Mode", JSON: "mode", Doc: doc, Deprecated: deprecated}},
			Versions: []descriptor.Version{{Name: "v1", Fields: []descriptor.VersionField{{Path: "mode", Go: "Mode"}}}},
		}}}
	}
	for doc, want := range map[string]int{
		"Mode of the relay.\n\nDeprecated: Use level instead.": 0, "Mode of the relay.\n\nDeprecated: old.": 1, "Use it.": 1,
	} {
		found := findings(breaking.Compare(api(doc, nil), api(doc, &descriptor.Deprecation{Since: "1.4"})))
		if len(found) != want {
			t.Errorf("%q: got %v", doc, found)
		}
	}
}

// TestOneCauseIsOneFinding renames a kind, and a field of a type that several fields have.
func TestOneCauseIsOneFinding(t *testing.T) {
	api := func(kind, path, name string) *descriptor.Descriptor {
		k := descriptor.Kind{Name: kind, Versions: []descriptor.Version{{Name: "v1"}}}
		for _, in := range []string{"Client", "Server", "Servers[*]"} {
			json, list := strings.ToLower(in), strings.TrimSuffix(in, "[*]")
			k.Fields = append(k.Fields, descriptor.Field{Path: list, GoType: "Peer"}, descriptor.Field{Path: in + "." + name})
			k.Flags = append(k.Flags, descriptor.Flag{Name: json[:6], Sets: in + "." + name})
			k.Versions[0].Fields = append(k.Versions[0].Fields,
				descriptor.VersionField{Path: strings.ToLower(list), Go: list, GoType: "[]*Peer"},
				descriptor.VersionField{Path: json + "." + path, Go: in + "." + name, Doc: "Text."})
		}
		k.Flags = k.Flags[:2]
		return &descriptor.Descriptor{Kinds: []descriptor.Kind{k}, Tombstones: []descriptor.Tombstone{
			{Of: descriptor.Identity{Removed: true, Kind: kind, Path: "old"}, Removed: "1.2"},
		}}
	}
	old := api("Relay", "host", "Host")
	for _, test := range []struct {
		new  *descriptor.Descriptor
		want []string
	}{
		{api("Server", "host", "Host"), []string{
			"CB007 Relay is now called Server, and files of the former are refused (6 fields, 2 flags)",
		}},
		{api("Relay", "address", "Host"), []string{
			"CB002 client.host of Relay in v1 is now called client.address, and files that set it are refused " +
				"(the same in 2 other places)",
		}},
		{api("Server", "address", "Host"), []string{
			"CB002 client.host of Server in v1 is now called client.address, and files that set it are refused " +
				"(the same in 2 other places)",
			"CB007 Relay is now called Server, and files of the former are refused (6 fields, 2 flags)",
		}},
	} {
		var got []string
		for _, change := range findings(breaking.Compare(old, test.new)) {
			got = append(got, change.Rule+" "+change.Message)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("(-want +got): %s", diff)
		}
	}
	section := func(name, json string) *descriptor.Descriptor {
		k := descriptor.Kind{Name: "Relay", Versions: []descriptor.Version{{Name: "v1"}}}
		for _, in := range []string{"", ".Host", ".Port", ".Limits", ".Limits.Rate"} {
			k.Fields = append(k.Fields, descriptor.Field{Path: name + in, Secret: in == ".Host"})
			k.Flags = append(k.Flags, descriptor.Flag{Name: "a" + strings.ToLower(in[max(0, len(in)-4):]), Sets: name + in})
			k.Versions[0].Fields = append(k.Versions[0].Fields, descriptor.VersionField{
				Path: json + strings.ToLower(in), Go: name + in, Doc: name + in + " of " + name,
			})
		}
		return &descriptor.Descriptor{Kinds: []descriptor.Kind{k}}
	}
	var got []string
	for _, change := range findings(breaking.Compare(section("Network", "network"), section("Networks", "networks"))) {
		got = append(got, change.Rule+" "+change.Message)
	}
	want := []string{
		"CB002 network of Relay in v1 is now called networks, and files that set it are refused (5 fields in all)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
	other := api("Server", "host", "Host")
	other.Kinds[0].Fields, other.Kinds[0].Flags = nil, nil
	if got := findings(breaking.Compare(old, other)); len(got) < 2 {
		t.Errorf("another kind: got %v", got)
	}
}

// TestNoEditIsSilent removes, renames and changes objects and facts of the sample's API at random. Each edit is a
// change in both directions.
func TestNoEditIsSilent(t *testing.T) {
	base := sample(t)
	for seed := range *edits {
		random := rand.New(rand.NewPCG(uint64(seed), 17))
		edited, what := edit(t, random, base)
		there, back := breaking.Compare(base, edited), breaking.Compare(edited, base)
		if len(there) == 0 || len(back) == 0 {
			t.Errorf("edit %d is silent: %s", seed, what)
		}
	}
}

// edit returns a copy of a descriptor with one edit.
func edit(t testing.TB, random *rand.Rand, base *descriptor.Descriptor) (*descriptor.Descriptor, string) {
	content, err := base.Encode()
	if err != nil {
		t.Fatal(err)
	}
	edited, err := descriptor.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	rows := edited.Rows()
	row := rows[1+random.IntN(len(rows)-1)]
	what := fmt.Sprintf("%+v", row.Identity)
	at := slices.IndexFunc(edited.Kinds, func(k descriptor.Kind) bool { return k.Name == row.Kind })
	switch facts := row.Facts.(type) {
	case *descriptor.Field:
		return edited, what + editItem(random, &edited.Kinds[at].Fields, facts, &facts.Path)
	case *descriptor.Flag:
		return edited, what + editItem(random, &edited.Kinds[at].Flags, facts, &facts.Name)
	case *descriptor.Registration:
		return edited, what + editItem(random, &edited.Kinds[at].Registrations, facts, &facts.Func)
	case *descriptor.VersionField:
		for i, v := range edited.Kinds[at].Versions {
			if v.Name == row.Version {
				return edited, what + editItem(random, &edited.Kinds[at].Versions[i].Fields, facts, &facts.Path)
			}
		}
	case *descriptor.Version:
		return edited, what + editItem(random, &edited.Kinds[at].Versions, facts, &facts.Name)
	case *descriptor.Kind:
		return edited, what + editItem(random, &edited.Kinds, facts, &facts.Name)
	case *descriptor.Gate:
		return edited, what + editItem(random, &edited.Gates, facts, &facts.Name)
	case *descriptor.Tombstone:
		return edited, what + editItem(random, &edited.Tombstones, facts, &facts.Removed)
	}
	t.Fatalf("%s has %T", what, row.Facts)
	return nil, ""
}

// editItem removes an item from a list, gives it another name, or changes one of its facts.
func editItem[T any](random *rand.Rand, list *[]T, item *T, name *string) string {
	switch random.IntN(6) {
	case 0:
		for i := range *list {
			if &(*list)[i] == item {
				*list = slices.Delete(*list, i, i+1)
				return " is removed"
			}
		}
	case 1:
		*name = strings.Replace(*name, "e", "x", 1) + "x"
		return " is called " + *name
	}
	return " has another " + change(random, reflect.ValueOf(item).Elem())
}

// change changes a value in JSON, and returns its path.
func change(random *rand.Rand, v reflect.Value) string {
	switch v.Kind() {
	case reflect.Struct:
		for {
			i := random.IntN(v.NumField())
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name != "-" {
				return name + "." + change(random, v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() && random.IntN(3) > 0 {
			return change(random, v.Elem())
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
			return change(random, v.Elem())
		}
		v.SetZero()
	case reflect.Slice:
		switch {
		case v.Type() == reflect.TypeFor[json.RawMessage]():
			v.SetBytes([]byte(`"other"`))
		case v.Len() > 0 && random.IntN(2) == 0:
			v.SetLen(v.Len() - 1)
		default:
			item := reflect.New(v.Type().Elem()).Elem()
			change(random, item)
			v.Set(reflect.Append(v, item))
		}
	case reflect.String:
		v.SetString(v.String() + "2")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	}
	return ""
}

func TestMarkdown(t *testing.T) {
	changes := []breaking.Change{
		{Rule: "CB001", Level: breaking.Error, Message: "a[*].b_c is gone"},
		{Rule: "CB010", Level: breaking.Warning, Message: "--a is gone"},
		{Level: breaking.Compatible, Message: "--b is new"},
		{Level: breaking.Wording, Message: "--b: doc"},
	}
	want := `## Configuration of relay.config.example.com since v1.3

### Breaking changes

- a[\*].b\_c is gone (CB001)

### Changes to look at

- --a is gone (CB010)

### Compatible changes

- --b is new
`
	if diff := cmp.Diff(want, breaking.Markdown("relay.config.example.com", "v1.3", changes)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if empty := breaking.Markdown("a", "b", nil); !strings.Contains(empty, "No changes.") {
		t.Errorf("got %s", empty)
	}
}

// BenchmarkCompare compares two snapshots as large as the kubelet's.
func BenchmarkCompare(b *testing.B) {
	base := sample(b)
	edited, _ := edit(b, rand.New(rand.NewPCG(1, 1)), base)
	for b.Loop() {
		breaking.Compare(base, edited)
	}
}

// TestCodeOfDefaults has a default that is not known, whose code has changed, or was not known before.
func TestCodeOfDefaults(t *testing.T) {
	with := func(code *descriptor.Code) *descriptor.Descriptor {
		field := descriptor.VersionField{Path: "host", Go: "Host", Type: descriptor.Type{Form: "string"}, Computed: true}
		field.Code = code
		kind := descriptor.Kind{Name: "Relay", Versions: []descriptor.Version{
			{Name: "v1", Fields: []descriptor.VersionField{field}},
		}}
		return &descriptor.Descriptor{Group: "relay.config.example.com", Kinds: []descriptor.Kind{kind}}
	}
	code := func(digest string) *descriptor.Code {
		return &descriptor.Code{Digest: digest, Functions: []string{"example.com/api/v1.SetDefaults_Relay"}}
	}
	changes := breaking.Compare(with(code("a")), with(code("b")))
	const want = "host of Relay in v1: the default may have changed with the code of v1.SetDefaults_Relay"
	if len(changes) != 1 || changes[0].Message != want || changes[0].Level != breaking.Warning ||
		changes[0].Rule != "CB005" || !changes[0].Code {
		t.Errorf("got %+v", changes)
	}
	inside := func(digest string) *descriptor.Descriptor {
		api := with(code(digest))
		fields := &api.Kinds[0].Versions[0].Fields
		*fields = append(*fields, (*fields)[0])
		(*fields)[1].Path, (*fields)[1].Go, (*fields)[1].Code = "host.name", "Host.Name", code(digest+"name")
		return api
	}
	if changes := findings(breaking.Compare(inside("a"), inside("b"))); len(changes) != 1 || changes[0].Message != want {
		t.Errorf("a field in one with the same change: got %+v", changes)
	}
	for _, before := range []*descriptor.Code{nil, code("b")} {
		for _, change := range breaking.Compare(with(before), with(code("b"))) {
			if change.Level != breaking.Wording {
				t.Errorf("got %+v", change)
			}
		}
	}
}

// TestTypesThatReadThemselves: whether a type that reads itself accepts what another one did is not known, and said so
// once, also of the fields of the struct that it was. What no text accepts is another type.
func TestTypesThatReadThemselves(t *testing.T) {
	reads := func(form descriptor.Form) descriptor.Type {
		return descriptor.Type{Form: form, Reads: "example.com/types.Text"}
	}
	for _, c := range []struct {
		was, is descriptor.Type
		want    string
	}{
		{descriptor.Type{Form: descriptor.Nanoseconds}, reads(descriptor.Any),
			"warning: wait of Relay in v1: what it accepts may have changed from nanoseconds to json of " +
				"example.com/types.Text"},
		{descriptor.Type{Form: descriptor.Object}, reads(descriptor.Any),
			"warning: wait of Relay in v1: what it accepts may have changed from object to json of example.com/types.Text"},
		{descriptor.Type{Form: descriptor.String}, reads(descriptor.String),
			"warning: wait of Relay in v1: what it accepts may have changed from string to text of example.com/types.Text"},
		{reads(descriptor.Any), descriptor.Type{Form: descriptor.Duration},
			"warning: wait of Relay in v1: what it accepts may have changed from json of example.com/types.Text to duration"},
		{descriptor.Type{Form: descriptor.Bool}, reads(descriptor.String),
			"error: wait of Relay in v1: the type changed from bool to text of example.com/types.Text"},
	} {
		api := func(t descriptor.Type) *descriptor.Descriptor {
			v := descriptor.Version{Name: "v1", Fields: []descriptor.VersionField{{Path: "wait", Go: "Wait", Type: t}}}
			if t.Form == descriptor.Object {
				v.Fields = append(v.Fields, descriptor.VersionField{
					Path: "wait.seconds", Go: "Wait.Seconds", Type: descriptor.Type{Form: descriptor.Integer, Number: "int32"},
				})
			}
			kind := descriptor.Kind{Name: "Relay", Versions: []descriptor.Version{v}}
			for _, f := range v.Fields {
				kind.Fields = append(kind.Fields, descriptor.Field{Path: f.Go, JSON: f.Path, Type: f.Type})
			}
			return &descriptor.Descriptor{Kinds: []descriptor.Kind{kind}}
		}
		found := findings(breaking.Compare(api(c.was), api(c.is)))
		if len(found) != 1 || string(found[0].Level)+": "+found[0].Message != c.want {
			t.Errorf("got %v\nwant %s", found, c.want)
		}
	}
}

// TestAliasKeepsTheTypeInGo has items whose type has another name: programs compile with an alias of the former name.
func TestAliasKeepsTheTypeInGo(t *testing.T) {
	at := func(goType string, aliases map[string]string) *descriptor.Descriptor {
		kind := descriptor.Kind{Name: "Relay", Versions: []descriptor.Version{{Name: "v1", Aliases: aliases,
			Fields: []descriptor.VersionField{
				{Path: "zones", Go: "Zones", GoType: goType, Type: descriptor.Type{Form: "list"}},
			}}}}
		return &descriptor.Descriptor{Group: "relay.config.example.com", Kinds: []descriptor.Kind{kind}}
	}
	for _, c := range []struct {
		is      string
		aliases map[string]string
		found   bool
	}{
		{"[]Domain", nil, true},
		{"[]Domain", map[string]string{"Zone": "Domain"}, false},
		{"[]Domain", map[string]string{"Zone": "Other"}, true},
		{"[]*Domain", map[string]string{"Zone": "Domain"}, true},
	} {
		found := slices.ContainsFunc(breaking.Compare(at("[]Zone", nil), at(c.is, c.aliases)),
			func(change breaking.Change) bool { return change.Rule == "CB020" })
		if found != c.found {
			t.Errorf("%s with %v: found %t", c.is, c.aliases, found)
		}
	}
}
