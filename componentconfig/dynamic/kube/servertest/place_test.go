package servertest

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	clientdynamic "k8s.io/client-go/dynamic"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
)

// place is an object that a configuration is in.
type place struct {
	t               *testing.T
	cluster         *cluster
	resource        schema.GroupVersionResource
	kind            string
	namespace, name string
	source          *kube.ConfigSource
	// holding is the part of the object that holds a text, nil for none.
	holding func(text any) map[string]any
	// shown is what a list of the object has if it holds a configuration.
	shown func(content string) string
	// others is a merge patch for what is none of the component's business.
	others string
}

func configMapPlace(t *testing.T, c *cluster, name string) *place {
	return &place{
		t: t, cluster: c, resource: configMaps, kind: "ConfigMap", namespace: "edge", name: name,
		source:  &kube.ConfigSource{ConfigMap: &kube.ConfigMapSource{Namespace: "edge", Name: name, Key: "relay.yaml"}},
		holding: func(text any) map[string]any { return map[string]any{"data": map[string]any{"relay.yaml": text}} },
		shown:   func(content string) string { return "says: " + content },
		others:  `{"metadata":{"labels":{"a":"b"}},"data":{"other":"c"}}`,
	}
}

func objectPlace(t *testing.T, c *cluster, name string) *place {
	return &place{
		t: t, cluster: c, resource: relayConfigs, kind: "RelayConfig", name: name,
		source: &kube.ConfigSource{Object: &kube.ObjectSource{
			Group: relayConfigs.Group, Version: relayConfigs.Version, Resource: relayConfigs.Resource, Name: name,
			Field: "spec.config",
		}},
		holding: func(text any) map[string]any { return map[string]any{"spec": map[string]any{"config": text}} },
		shown:   func(content string) string { return "says: " + content },
		others:  `{"metadata":{"labels":{"a":"b"}},"spec":{"other":"c"}}`,
	}
}

// assignmentPlace puts each text into a ConfigMap of its own, and assigns that.
func assignmentPlace(t *testing.T, c *cluster, name string) *place {
	p := &place{
		t: t, cluster: c, resource: assignments, kind: "ConfigAssignment", namespace: "edge", name: name,
		source: &kube.ConfigSource{Assignment: &kube.AssignmentSource{Namespace: "edge", Name: name}},
		others: `{"metadata":{"labels":{"a":"b"}}}`,
	}
	p.shown = func(content string) string { return string(p.payload(configuration(content)).Digest()) }
	p.holding = func(text any) map[string]any {
		if text == nil {
			return map[string]any{"spec": map[string]any{"source": nil}}
		}
		digest := string(p.payload(text.(string)).Digest())
		p.configMap(name+"-"+digest[:12], map[string]string{"relay.yaml": text.(string)})
		return p.assigning(name+"-"+digest[:12], "relay.yaml", digest)
	}
	return p
}

// assigning is the part of an assignment that names a ConfigMap.
func (p *place) assigning(configMap, key, digest string) map[string]any {
	return map[string]any{"spec": map[string]any{"source": map[string]any{
		"name": configMap, "key": key, "digest": digest,
	}}}
}

// configMap makes a ConfigMap, unless there is one of the name.
func (p *place) configMap(name string, data map[string]string) {
	p.t.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "immutable": true,
	}}
	object.SetName(name)
	for key, text := range data {
		if err := unstructured.SetNestedField(object.Object, text, "data", key); err != nil {
			p.t.Fatal(err)
		}
	}
	_, err := p.cluster.admin(configMaps).Resource(configMaps).Namespace(p.namespace).
		Create(context.Background(), object, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		p.t.Fatal(err)
	}
}

// objects is the administrator's way to the object.
func (p *place) objects() clientdynamic.ResourceInterface {
	p.t.Helper()
	all := p.cluster.admin(p.resource).Resource(p.resource)
	if p.namespace == "" {
		return all
	}
	return all.Namespace(p.namespace)
}

// patch applies a merge patch to the object.
func (p *place) patch(patch string, sub ...string) {
	p.t.Helper()
	p.done(func() error {
		_, err := p.objects().Patch(context.Background(), p.name, types.MergePatchType, []byte(patch),
			metav1.PatchOptions{}, sub...)
		return err
	})
}

// push writes a configuration into the object, making it if need be.
func (p *place) push(content string) {
	p.t.Helper()
	p.put(configuration(content))
}

// put writes a text into the object.
func (p *place) put(text any) {
	p.t.Helper()
	p.merge(p.holding(text))
}

// merge writes a part of the object, making it if need be.
func (p *place) merge(part map[string]any) {
	p.t.Helper()
	patch, err := json.Marshal(part)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx := context.Background()
	p.done(func() error {
		_, err := p.objects().Patch(ctx, p.name, types.MergePatchType, patch, metav1.PatchOptions{})
		if apierrors.IsNotFound(err) {
			obj := &unstructured.Unstructured{Object: part}
			obj.SetGroupVersionKind(p.resource.GroupVersion().WithKind(p.kind))
			obj.SetName(p.name)
			obj.SetNamespace(p.namespace)
			_, err = p.objects().Create(ctx, obj, metav1.CreateOptions{})
		}
		return err
	})
}

// done repeats what a busy server has not done in time, and what a connection that was cut has not brought back.
func (p *place) done(do func() error) {
	p.t.Helper()
	err := do()
	for overdue := time.Now().Add(patience); err != nil && time.Now().Before(overdue) && (apierrors.IsTimeout(err) ||
		apierrors.IsServerTimeout(err) || apierrors.IsTooManyRequests(err) ||
		apierrors.ReasonForError(err) == metav1.StatusReasonUnknown); {
		err = do()
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) remove() {
	p.t.Helper()
	p.done(func() error { return p.objects().Delete(context.Background(), p.name, metav1.DeleteOptions{}) })
}

// condition waits until the object's status says so, and returns the object.
func (p *place) condition(status metav1.ConditionStatus, reason dynamic.Reason) *unstructured.Unstructured {
	p.t.Helper()
	return p.await("a condition "+string(status)+" "+string(reason), p.objects(), "",
		func(obj *unstructured.Unstructured) bool {
			if obj.GetName() != p.name {
				return false
			}
			conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
			for _, c := range conditions {
				if m := c.(map[string]any); m["type"] == dynamic.ConditionType && m["status"] == string(status) &&
					m["reason"] == string(reason) {
					return true
				}
			}
			return false
		})
}

// event waits until the newest event about the object has this reason.
func (p *place) event(status metav1.ConditionStatus, reason dynamic.Reason) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	past, err := p.events().List(ctx, metav1.ListOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	var newest *unstructured.Unstructured
	for i, e := range past.Items {
		if p.isAbout(&e) && (newest == nil || version(&e) > version(newest)) {
			newest = &past.Items[i]
		}
	}
	is := func(e *unstructured.Unstructured) bool {
		kind := corev1.EventTypeNormal
		if status == metav1.ConditionFalse {
			kind = corev1.EventTypeWarning
		}
		return p.isAbout(e) && e.Object["reason"] == "Config"+string(reason) && e.Object["type"] == kind
	}
	if newest == nil || !is(newest) {
		p.await("an event "+string(reason), p.events(), past.GetResourceVersion(), is)
	}
}

func (p *place) isAbout(e *unstructured.Unstructured) bool {
	name, _, _ := unstructured.NestedString(e.Object, "involvedObject", "name")
	return name == p.name
}

func version(o *unstructured.Unstructured) uint64 {
	v, _ := strconv.ParseUint(o.GetResourceVersion(), 10, 64)
	return v
}

func (p *place) events() clientdynamic.ResourceInterface {
	p.t.Helper()
	namespace := p.namespace
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	return p.cluster.admin(events).Resource(events).Namespace(namespace)
}

// await watches, from a version on or from the present state, until an object is as it should be.
func (p *place) await(what string, objects clientdynamic.ResourceInterface, since string,
	is func(*unstructured.Unstructured) bool) *unstructured.Unstructured {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w, err := objects.Watch(ctx, metav1.ListOptions{ResourceVersion: since})
	if err != nil {
		p.t.Fatal(err)
	}
	defer w.Stop()
	for e := range w.ResultChan() {
		if obj, ok := e.Object.(*unstructured.Unstructured); ok && is(obj) {
			return obj
		}
	}
	p.t.Fatalf("there never was %s", what)
	return nil
}
