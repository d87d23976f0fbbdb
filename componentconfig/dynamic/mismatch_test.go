package dynamic

import "testing"

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
