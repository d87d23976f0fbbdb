package markers

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestMarkerText reads markers of a list of texts.
func TestMarkerText(t *testing.T) {
	texts := []string{
		`+flag(shorthand: "v", hidden: true)=verbose`, "+subfield(Outer.Inner)=+legacyDefault=5m", "+config(scope: instance)",
		"+k8s:eachVal=+k8s:maxLength=63", `+feature(stage: alpha, since: "1.0")`, "+groupName=relay.config.example.io",
		`+subfield(Outer)=+flag(usage: "a\nb")=c`,
	}
	text, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var set, again Set
	if err := json.Unmarshal(text, &set); err != nil {
		t.Fatal(err)
	}
	for i, m := range set {
		if m.Text != texts[i] {
			t.Errorf("got %s, want %s", m.Text, texts[i])
		}
	}
	if flag, ok := set[0].Value.(*Flag); !ok || flag.Name != "verbose" || flag.Shorthand != "v" || !flag.Hidden {
		t.Errorf("got %#v", set[0].Value)
	}
	for _, wrong := range []string{`["flag=a"]`, `["+nothing=a"]`, `["+config(scope: nowhere)"]`} {
		if err := json.Unmarshal([]byte(wrong), &again); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

// TestReferences expects what markers name in Go, in markers of +subfield, too.
func TestReferences(t *testing.T) {
	for text, want := range map[string][]string{
		`+flag(value: "example.com/x.New", usageFrom: "example.com/y.Text")=a`: {"example.com/x.New", "example.com/y.Text"},
		"+flagsFrom=example.com/x.Add":                                         {"example.com/x.Add"},
		`+thirdPartyFlag(from: "example.com/x.Init")=v`:                        {"example.com/x.Init"},
		"+legacyDefault=ref(example.com/x.Port)":                               {"example.com/x.Port"},
		"+subfield(A)=+legacyDefault=ref(Port)":                                {"Port"},
		"+legacyDefault=5m":                                                    nil,
		"+path":                                                                nil,
	} {
		var m Marker
		if err := m.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, ref := range m.References() {
			got = append(got, ref.String())
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	if _, ok := ParseRefValue("ref(1+1)"); ok {
		t.Error("ref(1+1) is accepted")
	}
}
