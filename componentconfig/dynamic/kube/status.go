package kube

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// Report implements dynamic.Source: it writes the status to a custom resource, and an event for each change of the
// condition. A status that others have erased or changed is written again at the next report, and so within a minute.
// It is not written at once, or two processes that report to one object would overwrite each other without end.
func (s *Source) Report(ctx context.Context, st dynamic.Status) error {
	if s.opts.OnStatus != nil && (s.told == nil || !reflect.DeepEqual(*s.told, st)) {
		s.opts.OnStatus(st)
		s.told = &st
	}
	obj, _, _ := s.current()
	if s.ref == nil || obj == nil {
		return nil
	}
	if s.ref.extract == nil && s.clash(obj) {
		s.contact.changed()
	}
	return errors.Join(s.write(ctx, obj, st), s.emit(ctx, obj, st.Condition))
}

// write brings the status of a custom resource up to date.
func (s *Source) write(ctx context.Context, obj *unstructured.Unstructured, st dynamic.Status) error {
	if s.ref.resource.Group == "" || s.opts.NoStatus {
		return nil
	}
	patch, err := s.patch(obj, st)
	if patch == nil || err != nil {
		return err
	}
	written, err := s.client.Patch(ctx, s.ref.name, types.MergePatchType, patch, metav1.PatchOptions{}, "status")
	if err != nil {
		return fmt.Errorf("the status of %s could not be written: %w", s.name(), err)
	}
	s.answered(written)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrote = true
	return nil
}

// patch returns the merge patch that brings the object's status up to date, nil if it is. It has the resourceVersion,
// because a merge patch replaces the list of conditions as a whole, including the conditions of others.
func (s *Source) patch(obj *unstructured.Unstructured, st dynamic.Status) ([]byte, error) {
	fields, err := s.fields(obj, st)
	if err != nil {
		return nil, err
	}
	generation := obj.GetGeneration()
	if s.ref.extract == nil {
		generation, _ = fields["observedGeneration"].(int64)
	}
	conditions, changed := s.conditions(obj, st.Condition, generation)
	old, _, _ := unstructured.NestedMap(obj.Object, "status")
	for name, value := range fields {
		changed = changed || !reflect.DeepEqual(old[name], value)
		if config, ok := value.(map[string]any); ok {
			was, _ := old[name].(map[string]any)
			nameRemoved(config, was)
		}
	}
	if !changed {
		return nil, nil
	}
	fields["conditions"] = conditions
	if s.ref.extract == nil {
		fields["lastChangeTime"] = s.now().UTC().Format(time.RFC3339)
	}
	return json.Marshal(map[string]any{
		"metadata": map[string]any{"resourceVersion": obj.GetResourceVersion(), "uid": obj.GetUID()},
		"status":   fields,
	})
}

// fields returns the fields of the status that the component owns, apart from the conditions.
func (s *Source) fields(obj *unstructured.Unstructured, st dynamic.Status) (map[string]any, error) {
	if s.ref.extract == nil {
		return s.assignmentStatus(obj, st), nil
	}
	config, err := structured(st)
	return map[string]any{"config": config}, err
}

// nameRemoved adds a null to config for each key that only old has: a merge patch keeps keys that it does not name.
func nameRemoved(config, old map[string]any) {
	for key, was := range old {
		inside, wasObject := was.(map[string]any)
		switch now, found := config[key]; now := now.(type) {
		case map[string]any:
			if wasObject {
				nameRemoved(now, inside)
			}
		default:
			if !found {
				config[key] = nil
			}
		}
	}
}

// structured is the part of the status that the proposal calls node.status.config, without the condition.
func structured(st dynamic.Status) (map[string]any, error) {
	data, err := json.Marshal(structuredStatus{
		st.Desired, st.Assigned, st.Active, st.ActiveLayer, st.LastKnownGood, st.LastFailed, st.Warnings,
	})
	if err != nil {
		return nil, err
	}
	var config map[string]any
	return config, json.Unmarshal(data, &config)
}

type structuredStatus struct {
	Desired       *dynamic.Reference `json:"desired,omitempty"`
	Assigned      *dynamic.Reference `json:"assigned,omitempty"`
	Active        *dynamic.Reference `json:"active,omitempty"`
	ActiveLayer   dynamic.Layer      `json:"activeLayer,omitempty"`
	LastKnownGood *dynamic.Reference `json:"lastKnownGood,omitempty"`
	LastFailed    *dynamic.Failure   `json:"lastFailed,omitempty"`
	Warnings      []string           `json:"warnings,omitempty"`
}

// conditions returns the object's conditions with ours in its place, and whether ours is new. The time changes only
// with the status.
func (s *Source) conditions(obj *unstructured.Unstructured, c dynamic.Condition, generation int64) ([]any, bool) {
	list, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
	ours := map[string]any{
		"type": dynamic.ConditionType, "status": string(c.Status), "reason": string(c.Reason),
		"message":            limited(c.Message, mostMessage),
		"lastTransitionTime": s.now().UTC().Format(time.RFC3339), "observedGeneration": generation,
	}
	for i, item := range list {
		old, ok := item.(map[string]any)
		if !ok || old["type"] != dynamic.ConditionType {
			continue
		}
		if old["status"] == ours["status"] {
			ours["lastTransitionTime"] = old["lastTransitionTime"]
		}
		list[i] = ours
		return list, !reflect.DeepEqual(old, ours)
	}
	return append(list, ours), true
}
