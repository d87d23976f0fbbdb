package v1alpha1

import (
	"encoding/json"
	"testing"
)

// TestOneFieldThatCannotBeRead keeps nobody from reading the other fields, nor the other objects of a list.
func TestOneFieldThatCannotBeRead(t *testing.T) {
	const odd = `{"items": [
	{"metadata": {"name": "good"}, "spec": {"source": {"name": "a"}}, "status": {"active": "a"}},
	{"metadata": {"name": "odd"}, "spec": {"source": {"name": "b"}}, "status": {
		"lastChangeTime": "2026-01-01T00:00:00+25:00", "active": "b", "observedGeneration": 3}},
	{"metadata": {"name": "worse"}, "spec": 1, "status": []}]}`
	var list ConfigAssignmentList
	if err := json.Unmarshal([]byte(odd), &list); err != nil || len(list.Items) != 3 {
		t.Fatalf("%d items, %v", len(list.Items), err)
	}
	for i, want := range []struct{ name, source, active, unreadable string }{
		{"good", "a", "a", ""},
		{"odd", "b", "b", `status.lastChangeTime cannot be read: parsing time "2026-01-01T00:00:00+25:00": time zone ` +
			`offset hour out of range`},
		{"worse", "", "", "spec cannot be read: json: cannot unmarshal number into Go value of type " +
			"map[string]json.RawMessage"},
	} {
		a := list.Items[i]
		source := ""
		if a.Spec.Source != nil {
			source = a.Spec.Source.Name
		}
		if a.Name != want.name || source != want.source || a.Status.Active != want.active || a.Unreadable != want.unreadable {
			t.Errorf("%+v, want %+v", a, want)
		}
	}
	var pool ConfigPool
	err := json.Unmarshal([]byte(`{"metadata": {"name": "p"}, "spec": {"selector": {"matchLabels": {"a": "b"}},
		"rollout": {"maxUnavailable": 2147483648, "waves": [1]}, "paused": true}}`), &pool)
	if err != nil || pool.Spec.Selector.MatchLabels["a"] != "b" || !pool.Spec.Paused || len(pool.Spec.Rollout.Waves) != 1 {
		t.Errorf("%+v, %v", pool, err)
	}
	if want := "spec.rollout.maxUnavailable cannot be read: json: cannot unmarshal number 2147483648 into Go struct " +
		"field Rollout.maxUnavailable of type int32"; pool.Unreadable != want {
		t.Error(pool.Unreadable)
	}
	if json.Unmarshal([]byte(`{"metadata": 1}`), &pool) == nil || json.Unmarshal([]byte(`1`), &pool) == nil {
		t.Error("an object without metadata is read")
	}
}
