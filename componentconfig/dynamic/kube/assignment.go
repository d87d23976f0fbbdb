package kube

import (
	"context"
	"fmt"
	"maps"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// pointed is what an assignment names. The types of assignments are in module fleet, which this one does not require:
// a component must not depend on what a controller of assignments needs.
type pointed struct{ name, key, digest string }

// pointer reads the spec of an assignment. The zero value is the local configuration. Fields that it does not know are
// an error, so that the assignment of a newer version is not taken for another one.
func pointer(o *unstructured.Unstructured) (pointed, error) {
	spec, _, err := unstructured.NestedMap(o.Object, "spec")
	if err != nil {
		return pointed{}, err
	}
	var p pointed
	source, _, err := unstructured.NestedMap(spec, "source")
	if spec["source"] == nil {
		source, err = nil, nil
	}
	if err != nil {
		return p, err
	}
	known := map[string]*string{"name": &p.name, "key": &p.key, "digest": &p.digest}
	for name, field := range known {
		*field, _, _ = unstructured.NestedString(source, name)
		if source != nil && *field == "" {
			return p, fmt.Errorf("spec.source.%s is required", name)
		}
	}
	delete(spec, "source")
	unknown := slices.Collect(maps.Keys(spec))
	for name := range source {
		if known[name] == nil {
			unknown = append(unknown, "source."+name)
		}
	}
	if slices.Sort(unknown); len(unknown) > 0 {
		return p, fmt.Errorf("this version of the component does not know the field spec.%s: update the component, or "+
			"remove the field", unknown[0])
	}
	return p, nil
}

// reading is what Fetch made of an assignment.
type reading struct {
	generation int64
	digest     dynamic.Digest
	failed     bool
}

// assigned is the content of the ConfigMap that an assignment names. It is read once: a restarted component has stored
// it.
func (s *Source) assigned(ctx context.Context, obj *unstructured.Unstructured) (dynamic.Assignment, error) {
	p, err := pointer(obj)
	a := dynamic.Assignment{Digest: dynamic.Digest(p.digest), Origin: fmt.Sprintf("%s, UID %s", s.name(), obj.GetUID())}
	if err != nil {
		err = fmt.Errorf("%w: %s: %v", dynamic.ErrInvalidSource, s.name(), err)
	} else if p != (pointed{}) {
		a.Origin = fmt.Sprintf("configmaps %s/%s, key %s", s.ref.namespace, p.name, p.key)
		if s.of != p || s.payload.Digest() != a.Digest {
			err = s.load(ctx, p, a)
		}
		if err == nil {
			a.Payload = s.payload
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && s.clashes >= mostClashes {
		err = fmt.Errorf("%w: %s: another process reports to it: %s; give each instance a name of its own",
			dynamic.ErrInvalidSource, s.name(), s.other)
	}
	s.reading = reading{obj.GetGeneration(), a.Digest, err != nil}
	return a, err
}

// load takes the content that p names from the state directory, or reads it.
func (s *Source) load(ctx context.Context, p pointed, a dynamic.Assignment) error {
	payload, stored := a.Stored(ctx)
	if !stored {
		var err error
		if payload, err = s.read(ctx, p); err != nil {
			return err
		}
	}
	s.payload, s.of = payload, p
	return nil
}

// read reads a key of a ConfigMap.
func (s *Source) read(ctx context.Context, p pointed) (dynamic.Payload, error) {
	name := fmt.Sprintf("configmaps %s/%s", s.ref.namespace, p.name)
	configMaps := s.whole.Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"})
	obj, err := configMaps.Namespace(s.ref.namespace).Get(ctx, p.name, metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		return dynamic.Payload{}, fmt.Errorf("%w: %s names %s, which does not exist: create it in that namespace, or name "+
			"another one", dynamic.ErrInvalidSource, s.name(), name)
	case err != nil:
		return dynamic.Payload{}, fmt.Errorf("%s: %w", name, plain(err))
	}
	payload, err := configMapKey(p.key)(obj)
	if err != nil {
		err = fmt.Errorf("%w: %s: %v", dynamic.ErrInvalidSource, name, err)
	}
	return payload, err
}

// mostClashes is how often another process may overwrite the status: once, if it follows this one or the other way
// round. Then there are two instances of one name.
const mostClashes = 2

// clash counts how often another process has overwritten the status of this one. After a few reports without an
// overwritten status, the other process is considered gone. It reports whether the result of Fetch changes.
func (s *Source) clash(obj *unstructured.Unstructured) bool {
	by, _, _ := unstructured.NestedString(obj.Object, "status", "process")
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.clashes
	switch {
	case s.wrote && by != "" && by != s.process:
		s.clashes, s.alone, s.other = s.clashes+1, 0, by
	case s.clashes > 0:
		if s.alone++; s.alone > mostClashes {
			s.clashes, s.alone = 0, 0
		}
	}
	return (before >= mostClashes) != (s.clashes >= mostClashes)
}

// assignmentStatus returns the fields of an assignment's status, without its conditions; absent fields are nil.
// observedGeneration is the generation of the newest reading that st is about: the controller may not have taken the
// last reading yet.
func (s *Source) assignmentStatus(obj *unstructured.Unstructured, st dynamic.Status) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.reading.digest == digestOf(st.Desired)
	if s.reading.failed {
		taken = st.Condition.Reason == dynamic.ReasonSourceUnavailable
	}
	if taken {
		s.observed = s.reading.generation
	}
	observed := s.observed
	if observed == 0 { // This process has not read its assignment.
		observed, _, _ = unstructured.NestedInt64(obj.Object, "status", "observedGeneration")
	}
	fields := map[string]any{"process": s.process}
	for name, value := range map[string]string{
		"assigned": string(digestOf(st.Assigned)), "active": string(digestOf(st.Active)),
		"lastKnownGood": string(digestOf(st.LastKnownGood)), "version": limited(s.opts.Version, mostVersion),
	} {
		if fields[name] = nil; value != "" {
			fields[name] = value
		}
	}
	trial := min(st.TrialSeconds, mostTrial)
	for name, value := range map[string]int64{"observedGeneration": observed, "trialSeconds": trial} {
		if fields[name] = nil; value > 0 {
			fields[name] = value
		}
	}
	return fields
}

// What the definition of assignments allows at most: characters, and a week in seconds.
const mostProcess, mostVersion, mostMessage, mostTrial = 512, 256, 32768, 604800

// limited is the beginning of a text.
func limited(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most])
	}
	return text
}

func digestOf(r *dynamic.Reference) dynamic.Digest {
	if r == nil {
		return ""
	}
	return r.Digest
}
