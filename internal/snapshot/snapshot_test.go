package snapshot_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/snapshot"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record the descriptor of the snapshot in testdata")

func decode(t *testing.T, text string) (*descriptor.Descriptor, snapshot.Form) {
	t.Helper()
	api, form, err := snapshot.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return api, form
}

func TestDecodeRefuses(t *testing.T) {
	const header = `{"$comment": "", "api": [`
	for text, want := range map[string]string{
		`[]`:                                 "not a snapshot of an API",
		`{"kind": "Other"}`:                  "unknown field",
		`{"descriptor": 2, "rows": "later"}`: "it has format 2",
		header + `{"flag": "a"}]}`:           "the group is missing",
		"{\n<<<<<<< HEAD\n}":                 "line 2 has a marker of a conflict",
		header + `{}, {"loader": ""}`:        "not a snapshot",
		header + `{}, {"x": "1"}]}`:          "listed twice",
		header + `{"flag": ["a"]}, {}]}`:     "not a snapshot",
	} {
		_, _, err := snapshot.Decode([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Go value") {
			t.Errorf("%s: got the error %v, want %q", text, err, want)
		}
	}
}

// TestEveryFactOfASnapshotIsInTheDescriptor converts a snapshot with each fact that the second form knows.
func TestEveryFactOfASnapshotIsInTheDescriptor(t *testing.T) {
	const name = "testdata/second.txtar"
	archive := testfiles.Archive(t, name)
	api, form := decode(t, string(archive.Files[0].Data))
	got, err := api.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		archive.Files[1].Data = got
		testfiles.Write(t, name, txtar.Format(archive))
	}
	if diff := cmp.Diff(string(archive.Files[1].Data), string(got)); diff != "" || form != snapshot.Second {
		t.Errorf("form %d (-want +got):\n%s", form, diff)
	}
}

// TestFactsOfALaterFormAreNotNew expects nothing of what the first form of snapshots did not have to be compared with
// it, and all of it to be compared with a descriptor.
func TestFactsOfALaterFormAreNotNew(t *testing.T) {
	const known = `{}, {"version": "v1", "kind": "Relay", "custom resource": "relays, Cluster"}, ` +
		`{"version": "v1", "kind": "Relay", "field": "file", "go": "File", "type": "json of example.com/a.Duration"}, ` +
		`{"kind": "Relay", "setting": "file", "path": "true", "listType": "set"}`
	old, form := decode(t, `{"api": [`+known+`]}`)
	new := func() *descriptor.Descriptor {
		api, _ := decode(t, `{"format": 2, "api": [`+known+`]}`)
		api.Kinds[0].Plain = true
		api.Kinds[0].Resource = &descriptor.Resource{
			Plural: "relays", Scope: "Cluster", Version: "v1", ShortNames: []string{"rl"}, Approved: "true",
		}
		field := &api.Kinds[0].Fields[0]
		field.Type.Unique, field.OS, field.SecretFile = descriptor.Set, []string{"!windows"}, "Other"
		field.File, field.Port = &descriptor.File{Access: "r"}, &descriptor.Port{}
		file := &api.Kinds[0].Versions[0].Fields[0]
		file.Type, file.GoType = descriptor.Type{Form: descriptor.Duration}, "*a.Duration"
		api.Kinds = append(api.Kinds, descriptor.Kind{
			Name: "Flags", Scope: descriptor.FlagsOf, Fields: []descriptor.Field{{Path: "Timeout", LegacyDefault: "5s"}},
			Flags: []descriptor.Flag{{Name: "timeout", Sets: "Timeout"}},
		})
		return api
	}
	aligned := func(form snapshot.Form) []string {
		t.Helper()
		api, err := snapshot.Align(old, new(), form)
		if err != nil {
			t.Fatal(err)
		}
		var facts []string
		for _, d := range descriptor.Compare(old, api) {
			facts = append(facts, strings.TrimSpace(d.Of.Kind+" "+d.Of.Field+d.Of.Path+d.Of.Flag+" "+d.Fact()))
		}
		return facts
	}
	all := []string{"Relay  headerOptional", "Relay File os", "Relay file goType", "Flags", "Flags Timeouttimeout"}
	if got := aligned(form); form != snapshot.First || !cmp.Equal(got, all) {
		t.Errorf("form %d (-want +got): %s", form, cmp.Diff(all, got))
	}
	all = []string{
		"Relay  headerOptional", "Relay  resource.shortNames", "Relay File secretFile", "Relay File file.access",
		"Relay File port", "Relay File os", "Relay file goType", "Flags", "Flags Timeout", "Flags Timeouttimeout",
	}
	if got := aligned(snapshot.Second); !cmp.Equal(got, all) {
		t.Errorf("(-want +got): %s", cmp.Diff(all, got))
	}
	if got := aligned(snapshot.Present); len(got) <= len(all) {
		t.Errorf("a descriptor is compared as a whole, got %q", got)
	}
}

// TestLimitsOfFlagsAreNotNew expects the limits of the fields of a struct of flags to be compared, but for the values
// of enumerations, which no snapshot has.
func TestLimitsOfFlagsAreNotNew(t *testing.T) {
	old, form := decode(t, `{"format": 2, "api": [{},
		{"kind": "Flags", "setting": "Mode", "enum": "true"},
		{"kind": "Flags", "setting": "Labels", "k8s:eachKey k8s:maxLength": "9", "k8s:eachVal k8s:maxLength": "9"},
		{"flag": "mode", "sets": "Flags Mode", "type": "string"},
		{"flag": "labels", "sets": "Flags Labels", "type": "map of string to string"}]}`)
	text := func(limits descriptor.Limits) *descriptor.Type {
		return &descriptor.Type{Form: descriptor.String, Limits: limits}
	}
	labels := descriptor.Type{
		Form: descriptor.Map, Key: text(descriptor.Limits{MaxLength: "9"}), Elem: text(descriptor.Limits{MaxLength: "5"}),
	}
	mode := *text(descriptor.Limits{Enum: true, Values: []descriptor.Value{{Value: "Fast"}}})
	api, err := snapshot.Align(old, &descriptor.Descriptor{Kinds: []descriptor.Kind{{
		Name: "Flags", Scope: descriptor.FlagsOf,
		Fields: []descriptor.Field{{Path: "Mode", JSON: "Mode", Type: mode}, {Path: "Labels", JSON: "Labels", Type: labels}},
		Flags:  old.Kinds[0].Flags,
	}}}, form)
	if err != nil {
		t.Fatal(err)
	}
	var facts []string
	for _, d := range descriptor.Compare(old, api) {
		facts = append(facts, d.Of.Field+" "+d.Fact())
	}
	if want := []string{"Labels type.elem.maxLength"}; !cmp.Equal(facts, want) {
		t.Errorf("(-want +got): %s", cmp.Diff(want, facts))
	}
}
