package dynamic

import (
	"context"
	"path"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestOtherDigestIsRejected: content that is not what its source means is rejected, and what is assigned stays.
func TestOtherDigestIsRejected(t *testing.T) {
	r := newRig(t)
	source := &fakeSource{origin: "map"}
	c := r.controller
	c.opts.Source = source
	good, other := payload(t, "port: 1\n"), payload(t, "port: 2\n")
	for _, step := range []struct {
		payload Payload
		digest  Digest
		want    string
	}{
		{good, good.Digest(), ""},
		{other, good.Digest(), "map has the digest " + string(other.Digest()) +
			"; assign that digest, or restore the content"},
		{Payload{}, other.Digest(), "map is empty: write the configuration into it"},
		{good, good.Digest(), ""},
	} {
		source.payload, source.digest = step.payload, step.digest
		result, err := c.Sync(t.Context())
		if err != nil || result.Rejected != step.want {
			t.Errorf("%+v, %v, want %q", result, err, step.want)
		}
		st := c.Status()
		if st.Assigned == nil || st.Assigned.Digest != good.Digest() || st.Desired.Digest != step.digest {
			t.Errorf("assigned %+v, desired %+v", st.Assigned, st.Desired)
		}
	}
}

// asking is a source that asks for what is stored.
type asking struct {
	fakeSource
	found bool
}

func (a *asking) Fetch(ctx context.Context) (Assignment, error) {
	assigned, err := a.fakeSource.Fetch(ctx)
	stored, found := assigned.Stored(ctx)
	if a.found = found; found {
		assigned.Payload = stored
	}
	return assigned, err
}

// TestStored: a restarted component has what is assigned, if it is intact and from where it was. Nothing else that the
// disk has is taken for it.
func TestStored(t *testing.T) {
	r := newRig(t)
	one, two := payload(t, "port: 1\n"), payload(t, "port: 2\n")
	source := &asking{}
	r.opts.Source = source
	for _, c := range []struct {
		name    string
		payload Payload
		origin  string
		damage  bool
		want    bool
	}{
		{"nothing is assigned", one, "a", false, false},
		{"it is assigned", one, "a", false, true},
		{"from elsewhere", one, "b", false, false},
		{"damaged", one, "a", true, false},
		{"repaired", one, "a", false, true},
		{"another one", two, "a", false, false},
		{"the one before", one, "a", false, false},
		{"nothing", Payload{}, "a", false, false},
	} {
		r.next()
		if c.damage {
			r.disk.Find(path.Join(stateDir, store.CheckpointDir, string(one.Digest()))).Data = nil
		}
		source.payload, source.digest, source.origin = c.payload, c.payload.Digest(), c.origin
		if _, err := r.controller.Sync(t.Context()); err != nil || source.found != c.want {
			t.Errorf("%s: %t, %v", c.name, source.found, err)
		}
	}
	if _, found := (Assignment{Digest: one.Digest(), Origin: "a"}).Stored(t.Context()); found {
		t.Error("found without a controller")
	}
}
