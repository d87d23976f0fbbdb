package servertest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// oddValues are values, as JSON, that a server or a client may take for valid.
var oddValues = strings.Fields(`
	0 -0 1 -1 1.0 1.5 1e3 -1e3 1e400 1E2 2147483647 2147483648 -2147483649 4294967296 604800 604801 9007199254740991
	9007199254740992 9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551616
	true false null "" "0" "1" "-1" "2147483648" "1%" "100%" "101%" "1.5%" "1e3" "10m" "1h30m" "-1m" "0x10m" "99999h"
	"99999h99999h99999h99999h" "1d" "10M" "P1D" "inf" "NaN"
	"2026-01-01T00:00:00Z" "2026-01-01T00:00:00+25:00" "2026-01-01T00:00:00+24:00" "2026-01-01T00:00:00+14:60"
	"2026-01-01T00:00:00-23:59" "2026-02-30T00:00:00Z" "2026-13-01T00:00:00Z" "2026-01-01t00:00:00z"
	"2026-01-01T24:00:00Z" "2026-01-01T23:59:60Z" "2026-01-01T00:00:00" "2026-01-01" "2026-01-01T00:00:00.5Z"
	"2026-01-01T00:00:00,5Z" "2026-01-01T00:00:00x5Z" "2026-01-01T00:00:00+0100" "0000-01-01T00:00:00Z"
	"9999-12-31T23:59:59Z" "10000-01-01T00:00:00Z" "+2026-01-01T00:00:00Z" "\u0000" "\ud800" "x" "é"
	[] [1] ["1"] [null] {} {"a":1} {"a":"b"}`)

// TestOddValues sends odd values of every type to the fields that others write. What the definitions accept, the types
// of module fleet can read, or one instance would blind every client that lists the assignments of a fleet.
func TestOddValues(t *testing.T) {
	t.Parallel()
	condition := `{"type":"ConfigOK","status":"True","reason":"Assigned","message":"","lastTransitionTime":` +
		`"2026-01-01T00:00:00Z"}`
	const time = `"2026-01-01T00:00:00Z"}`
	digest := `"` + strings.Repeat("a", 64) + `"`
	const spec = `"spec":{"selector":{"matchLabels":{"a":"b"}},"source":{"name":"a","key":"b"}`
	for _, c := range []struct {
		definition, kind string
		objects          []string
		unreadable       func([]byte) (string, error)
	}{
		{assignmentDefinition, "ConfigAssignment", []string{
			`"spec":VALUE`, `"spec":{"source":VALUE}`, `"spec":{"source":{"name":VALUE,"key":"k","digest":` + digest + `}}`,
			`"spec":{},"status":VALUE`, `"spec":{},"status":{"observedGeneration":VALUE}`,
			`"spec":{},"status":{"assigned":VALUE}`, `"spec":{},"status":{"version":VALUE}`,
			`"spec":{},"status":{"trialSeconds":VALUE}`, `"spec":{},"status":{"process":VALUE}`,
			`"spec":{},"status":{"lastChangeTime":VALUE}`, `"spec":{},"status":{"conditions":VALUE}`,
			`"spec":{},"status":{"conditions":[` + strings.Replace(condition, time, "VALUE}", 1) + `]}`,
			`"spec":{},"status":{"conditions":[` + strings.Replace(condition, `"reason"`, `"observedGeneration":VALUE,"reason"`,
				1) + `]}`,
			`"spec":{},"status":{"conditions":[` + strings.Replace(condition, `"True"`, `VALUE`, 1) + `]}`,
		}, func(text []byte) (string, error) {
			var a fleet.ConfigAssignment
			err := json.Unmarshal(text, &a)
			return a.Unreadable, err
		}},
		{poolDefinition, "ConfigPool", []string{
			`"spec":VALUE`, spec + `,"paused":VALUE}`, spec + `,"revisionHistoryLimit":VALUE}`,
			spec + `,"approved":{"digest":` + digest + `,"wave":VALUE}}`, spec + `,"rollout":VALUE}`,
			spec + `,"rollout":{"waves":[VALUE,"100%"]}}`, spec + `,"rollout":{"maxUnavailable":VALUE}}`,
			spec + `,"rollout":{"stopAfter":VALUE}}`, spec + `,"rollout":{"pause":VALUE}}`,
			spec + `,"rollout":{"deadline":VALUE}}`, spec + `,"rollout":{"approveAfter":[VALUE]}}`,
			spec + `,"rollout":{"onFailure":VALUE}}`,
		}, func(text []byte) (string, error) {
			var p fleet.ConfigPool
			err := json.Unmarshal(text, &p)
			return p.Unreadable, err
		}},
	} {
		r := newRefusal(t, definition(t, "fleet", c.definition))
		accepted := 0
		for _, object := range c.objects {
			for _, value := range oddValues {
				text := fmt.Sprintf(`{"apiVersion":"fleet.configgen.dev/v1alpha1","kind":%q,"metadata":{"name":"a"},%s}`, c.kind,
					strings.Replace(object, "VALUE", value, 1))
				var o map[string]any
				if utiljson.Unmarshal([]byte(text), &o) != nil || r.says(o, nil) != "<nil>" {
					continue
				}
				accepted++
				stored, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				if unreadable, err := c.unreadable(stored); unreadable != "" || err != nil {
					t.Errorf("the definition accepts %s: %s %v", text, unreadable, err)
				}
			}
		}
		if t.Logf("%s: %d of %d values are accepted", c.kind, accepted, len(c.objects)*len(oddValues)); accepted < 30 {
			t.Errorf("only %d values are accepted", accepted)
		}
	}
}

// TestPoolWithOddStatuses sends 200 odd statuses of one instance to the server: while the pool is complete, and while a
// roll-out is on its way, which they may stop. config-fleet does not panic, and the next configuration reaches all.
func TestPoolWithOddStatuses(t *testing.T) {
	p := newPoolFleet(t, 20)
	p.start()
	for n, c := range []content{p.content("good-0"), p.content("good-1"), p.content("good-2")} {
		p.set(c, nil)
		if n != 1 {
			p.complete(c)
		}
		if n != 2 {
			p.odd(100)
		}
	}
}

// odd sends statuses of the last instance, each with one odd value.
func (p *poolFleet) odd(n int) {
	p.t.Helper()
	const pattern = `{"type":"ConfigOK","status":"%s","reason":%s,"message":%s,"lastTransitionTime":%s,` +
		`"observedGeneration":%s}`
	random := rand.New(rand.NewPCG(p.random.Uint64(), 0))
	left := 0 // values until the odd one
	value := func(usual ...string) string {
		if left--; left == 0 {
			return oddValues[random.IntN(len(oddValues))]
		}
		return usual[random.IntN(len(usual))]
	}
	liar := p.of(p.instances[len(p.instances)-1])
	digest, now := `"`+strings.Repeat("a", 64)+`"`, `"2026-01-01T00:00:00Z"`
	accepted := 0
	for range n {
		left = 1 + random.IntN(9) // There are nine values.
		condition := fmt.Sprintf(pattern, []string{"True", "False", "Unknown"}[random.IntN(3)],
			value(`"Assigned"`, `"OnTrial"`, `"OnTrialAfterCrash"`, `"Nothing"`), value(`""`, `"says something"`), value(now),
			value("0", "1", "1000"))
		status := fmt.Sprintf(`{"status":{"observedGeneration":%s,"assigned":%s,"active":%[2]s,"lastKnownGood":%[3]s,`+
			`"trialSeconds":%[4]s,"lastChangeTime":%[5]s,"conditions":[%[6]s]}}`, value("1", "2", "1000"),
			value(digest, "null"), value(digest, "null"), value("60", "604800", "null"), value(now, "null"), condition)
		_, err := liar.objects().Patch(context.Background(), liar.name, types.MergePatchType, []byte(status),
			metav1.PatchOptions{}, "status")
		switch {
		case err == nil:
			accepted++
		case !apierrors.IsInvalid(err) && !apierrors.IsBadRequest(err):
			p.t.Errorf("%s: %v", status, err)
		}
	}
	if p.t.Logf("%d of %d statuses are accepted", accepted, n); accepted == 0 {
		p.t.Error("no odd status is accepted")
	}
}
