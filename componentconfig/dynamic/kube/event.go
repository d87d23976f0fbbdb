package kube

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// event is the last one of this process.
type event struct {
	about dynamic.Condition
	name  string
	// sent: the server has it, or refuses it.
	sent bool
}

// maxEventName leaves room for the suffix of an event's name in the 253 characters that names may have.
const maxEventName = 230

// emit writes an event unless the last one had the same content, or it is a step of a roll-out. It is written at once,
// and not queued as client-go's recorder does: a process that is about to be restarted would lose it. What the server
// refuses is not tried again, as with the recorder.
func (s *Source) emit(ctx context.Context, obj *unstructured.Unstructured, c dynamic.Condition) error {
	if s.opts.Component == "" {
		return nil
	}
	s.mu.Lock()
	if s.step(c) {
		s.event = event{about: c, sent: true}
	} else if s.event.about != c {
		name := strings.TrimRight(s.ref.name[:min(len(s.ref.name), maxEventName)], "-.")
		s.event = event{about: c, name: fmt.Sprintf("%s.%x", name, s.now().UnixNano())}
	}
	next := s.event
	s.mu.Unlock()
	if next.sent {
		return nil
	}
	err := s.send(ctx, s.newEvent(obj, next))
	switch {
	case apierrors.IsAlreadyExists(err): // An earlier answer was lost.
	case isRefusal(err):
		klog.ErrorS(err, "The server refuses an event", "reason", "Config"+string(c.Reason), "message", c.Message)
	case err != nil:
		return fmt.Errorf("the event about %s could not be written: %w", s.name(), err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.event.sent = true
	return nil
}

// step reports whether a condition is one that an instance has on its way to each new configuration, and that is in the
// status of its own assignment. An event about it would double the requests of each instance. Other sources need the
// event: the status of an object that several processes follow is from one of them only, and a ConfigMap has no status.
func (s *Source) step(c dynamic.Condition) bool {
	return s.ref.extract == nil && (c.Reason == dynamic.ReasonRestartPending || c.Reason == dynamic.ReasonOnTrial)
}

// isRefusal reports whether the same event would be refused again.
func isRefusal(err error) bool {
	return apierrors.IsForbidden(err) || apierrors.IsNotFound(err) || apierrors.IsInvalid(err) ||
		apierrors.IsMethodNotSupported(err)
}

func (s *Source) newEvent(obj *unstructured.Unstructured, e event) *corev1.Event {
	kind := corev1.EventTypeNormal
	if e.about.Status == metav1.ConditionFalse {
		kind = corev1.EventTypeWarning
	}
	namespace := obj.GetNamespace()
	if namespace == "" {
		namespace = metav1.NamespaceDefault // Events about cluster-scoped objects are there.
	}
	now := metav1.NewTime(s.now())
	return &corev1.Event{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Event"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: e.name},
		InvolvedObject: corev1.ObjectReference{
			APIVersion: obj.GetAPIVersion(), Kind: obj.GetKind(), Namespace: obj.GetNamespace(), Name: obj.GetName(),
			UID: obj.GetUID(), ResourceVersion: obj.GetResourceVersion(),
		},
		Type: kind, Reason: "Config" + string(e.about.Reason), Message: e.about.Message, Count: 1, FirstTimestamp: now,
		LastTimestamp:       now,
		Source:              corev1.EventSource{Component: s.opts.Component, Host: s.opts.Instance},
		ReportingController: s.opts.Component, ReportingInstance: s.opts.Instance,
	}
}

func (s *Source) send(ctx context.Context, e *corev1.Event) error {
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(e)
	if err != nil {
		return err
	}
	events := s.whole.Resource(corev1.SchemeGroupVersion.WithResource("events")).Namespace(e.Namespace)
	_, err = events.Create(ctx, &unstructured.Unstructured{Object: object}, metav1.CreateOptions{})
	return err
}
