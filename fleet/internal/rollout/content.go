package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// take takes content for a change of spec.source. It returns the copy to write, if any, and a problem if there is no
// content to roll out.
func (d *decision) take() (*Copy, string) {
	spec := d.Pool.Spec.Source
	if d.Pool.Unreadable != "" {
		return nil, ""
	}
	if taken(d.Pool) && d.current() != nil {
		return d.restore()
	}
	if d.CopyProblem != "" {
		return nil, d.CopyProblem
	}
	digest := spec.Digest
	if digest == "" {
		digest = d.Source.Digest
	}
	c, copied := d.copyOf(digest)
	switch {
	case digest == "":
		return nil, d.Source.Problem
	case !copied && d.Source.Digest != digest:
		return nil, fmt.Sprintf("neither a revision of the pool nor the ConfigMap %s has the digest %s: set "+
			"spec.source.digest to the digest of a revision in the status, or remove it to use the ConfigMap",
			spec.Name, digest)
	case !copied:
		c = Copy{Name: d.Pool.Name + "-" + short(digest), Digest: digest, Key: spec.Key}
	}
	d.status.Source = &v1alpha1.TakenSource{PoolSource: spec, Generation: d.Pool.Generation}
	d.begin(c)
	takenFor := d.takenFor()
	if c.TakenFor == takenFor { // This is not the first attempt.
		return nil, ""
	}
	c.TakenFor = takenFor
	return &c, ""
}

// restore asks for a copy that somebody has deleted, as long as the source has its content.
func (d *decision) restore() (*Copy, string) {
	for _, r := range d.status.Revisions {
		needed := r.Digest == d.status.Revision || d.lastComplete() != nil && r.Digest == d.lastComplete().Digest
		if _, copied := d.copyOf(r.Digest); copied || !needed {
			continue
		}
		if d.Source.Digest == r.Digest && d.CopyProblem == "" {
			return &Copy{Name: r.ConfigMap, Digest: r.Digest, Key: r.Key, TakenFor: d.takenFor()}, ""
		}
		if r.Digest == d.status.Revision {
			return nil, cmp.Or(d.CopyProblem, fmt.Sprintf("the ConfigMap %s, the copy of revision %s, does not exist: set "+
				"spec.source to content that exists", r.ConfigMap, short(r.Digest)))
		}
	}
	return nil, ""
}

// begin makes a content the revision that is rolled out.
func (d *decision) begin(c Copy) {
	next := v1alpha1.Revision{Digest: c.Digest, ConfigMap: c.Name, Key: c.Key}
	if r := d.current(); r != nil {
		if r.Digest == c.Digest {
			return
		}
		if r.Outcome == v1alpha1.OutcomeRollingOut {
			r.Outcome = v1alpha1.OutcomeReplaced
		}
	}
	if r := d.revision(c.Digest); r != nil {
		next.CompleteTime, next.Message = r.CompleteTime, r.Message
	}
	next.Time = metav1.NewTime(d.Now)
	rest := slices.DeleteFunc(d.status.Revisions, func(r v1alpha1.Revision) bool { return r.Digest == c.Digest })
	d.status.Revisions = append([]v1alpha1.Revision{next}, rest...)
	d.status.Revision = c.Digest
	d.restart()
}

// restart begins with the first wave.
func (d *decision) restart() {
	d.current().Outcome = v1alpha1.OutcomeRollingOut
	d.status.Wave, d.status.Admitted, d.status.OutOfTurn, d.status.WavePassedTime = 1, "", "", nil
	d.status.Passed, d.status.Losses, d.status.Began = "", nil, 0
}

// forget drops the revisions beyond the limit, except for the present revision and the last complete one.
func (d *decision) forget() {
	limit, kept := int32(10), int32(0)
	if d.Pool.Spec.RevisionHistoryLimit != nil {
		limit = *d.Pool.Spec.RevisionHistoryLimit
	}
	var complete string
	if r := d.lastComplete(); r != nil {
		complete = r.Digest
	}
	d.status.Revisions = slices.DeleteFunc(d.status.Revisions, func(r v1alpha1.Revision) bool {
		if r.Digest == d.status.Revision || r.Digest == complete {
			return false
		}
		kept++
		return kept > limit
	})
}

func (d *decision) revision(digest string) *v1alpha1.Revision {
	i := slices.IndexFunc(d.status.Revisions, func(r v1alpha1.Revision) bool { return r.Digest == digest })
	if i < 0 {
		return nil
	}
	return &d.status.Revisions[i]
}

// current is the revision that is rolled out or complete, nil before there is any.
func (d *decision) current() *v1alpha1.Revision { return d.revision(d.status.Revision) }

// lastComplete is the revision that all instances had last, nil if there never was one.
func (d *decision) lastComplete() *v1alpha1.Revision {
	return lastComplete(d.status.Revisions)
}

func lastComplete(revisions []v1alpha1.Revision) (last *v1alpha1.Revision) {
	for i := range revisions {
		r := &revisions[i]
		if r.CompleteTime != nil && (last == nil || last.CompleteTime.Before(r.CompleteTime)) {
			last = r
		}
	}
	return last
}

func (d *decision) copyOf(digest string) (Copy, bool) {
	i := slices.IndexFunc(d.Copies, func(c Copy) bool { return c.Digest == digest })
	if i < 0 {
		return Copy{}, false
	}
	return d.Copies[i], true
}

// takenFor is the fence of a copy: see the package comment.
func (d *decision) takenFor() string {
	return fmt.Sprintf("%s/%d", d.Pool.UID, d.status.Source.Generation)
}

// fence reads it.
func fence(c Copy) (uid string, generation int64) {
	uid, text, _ := strings.Cut(c.TakenFor, "/")
	generation, _ = strconv.ParseInt(text, 10, 64) // What is not a number is older than any.
	return uid, generation
}

// outdated reports whether content was already taken for a later generation of the pool than the known one.
func (d *decision) outdated() bool {
	return slices.ContainsFunc(d.Copies, func(c Copy) bool {
		uid, generation := fence(c)
		return uid == string(d.Pool.UID) && generation > d.Pool.Generation
	})
}

// unused are the copies that no revision names, and no assignment in its spec or status.
func (w *Snapshot) unused() (all []Copy) {
	// A copy may have been written for a status that is not written yet.
	if w.Pool != nil && (w.Pool.Unreadable != "" || !taken(w.Pool)) {
		return nil
	}
	named := map[string]bool{}
	for _, a := range w.Assignments {
		if s := a.Spec.Source; s != nil {
			named[s.Name] = true
		}
		for _, digest := range []string{a.Status.Assigned, a.Status.Active, a.Status.LastKnownGood} {
			named[digest] = true
		}
	}
	if w.Pool != nil {
		for _, r := range w.Pool.Status.Revisions {
			named[r.Digest] = true
		}
	}
	for _, c := range w.Copies {
		if !named[c.Name] && !named[c.Digest] {
			all = append(all, c)
		}
	}
	return all
}

// taken: the status has the content of spec.source.
func taken(p *v1alpha1.ConfigPool) bool {
	return p.Status.Source != nil && p.Status.Source.PoolSource == p.Spec.Source
}

// short is enough of a digest to tell it from others.
func short(digest string) string { return digest[:min(12, len(digest))] }
