package adopt

import (
	"maps"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/markers"
)

// TestUseForeseen expects legacy defaults where the generated constructor of a configuration makes another value, but
// not for a field whose flag stays in the code written by hand, nor outside of the configuration.
func TestUseForeseen(t *testing.T) {
	relay := plan.Root{Type: markers.Ref{Package: "example.com/config", Name: "Relay"}, At: "Config", Config: true}
	text := func(path, value string) observe.Field { return observe.Field{Path: path, Type: "string", Value: value} }
	made := &observe.Observation{Fields: []observe.Field{
		text("Address", `"127.0.0.1"`), text("Name", `"a"`), text("Log", `""`),
	}}
	for _, row := range []struct {
		planned plan.Root
		want    map[string]string
	}{
		{relay, map[string]string{"Config.Address": "0.0.0.0"}},
		{plan.Root{Type: relay.Type, At: "Other", Config: true}, map[string]string{}},
		{plan.Root{Type: relay.Type, At: "Config"}, map[string]string{}},
	} {
		r := &run{
			legacy: map[string]string{}, facts: &source.Facts{}, foreseen: []foreseen{{relay, made}},
			theirs: &observe.Observation{
				Flags: []observe.Flag{{Name: "address", Field: "Config.Address"}, {Name: "log", Field: "Config.Log"}},
				Fields: []observe.Field{
					text("Config.Address", `"0.0.0.0"`), text("Config.Name", `"a"`), text("Config.Log", `"x"`), text("Other", `"y"`),
				},
			},
			plan: &plan.Plan{
				Roots: []plan.Root{row.planned}, Unsaid: []plan.Unsaid{{Flag: "log", Kind: plan.Differs, Why: "it differs"}},
			},
		}
		if found := useForeseen(r); found != (len(row.want) > 0) || !maps.Equal(r.legacy, row.want) || r.foreseen != nil {
			t.Errorf("%+v: %v, %q", row.planned, found, r.legacy)
		}
	}
}
