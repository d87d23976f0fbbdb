package kube

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// Options of a Source. Every zero value is usable.
type Options struct {
	// Component is the reporting component of events. Without it no events are written.
	Component string
	// Instance tells the processes of a component apart in events, such as the name of a node or pod. Default: the host
	// name.
	Instance string
	// NoStatus does not write the status of a custom resource. Set it if several processes follow one object, such as the
	// pods of a DaemonSet, which would overwrite each other's status. Each still has its events, log and metrics.
	NoStatus bool
	// Version of the component, for the status of an assignment. Default: the version of its module, if go build knew it.
	Version string
	// OnStatus, if set, is called with each new status: for the log.
	OnStatus func(dynamic.Status)
}

// Source is a dynamic.Source that follows one object.
type Source struct {
	client clientdynamic.ResourceInterface
	whole  clientdynamic.Interface
	ref    *reference
	opts   Options
	// now gives the times of conditions and events.
	now     func() time.Time
	contact contact

	mu sync.Mutex
	// latest is the newest reading, nil if the object is known not to exist.
	latest *unstructured.Unstructured
	// following: an informer was started. known: it keeps latest up to date.
	following, known bool
	// doubt: the informer saw a reading that is older than latest. Its server is behind, or was restored from a backup;
	// the storage knows which.
	doubt bool
	event event

	// reading is what the last Fetch made of an assignment, observed the generation that its status is about.
	reading  reading
	observed int64
	// process names this process in the status of an assignment. wrote: it has written one. clashes is how often another
	// one has overwritten it, alone how many reports no one has, other is the name of the last one.
	process, other string
	wrote          bool
	clashes, alone int

	// payload is the content that an assignment named last, at of. Only Fetch, which has one caller, uses them.
	payload dynamic.Payload
	of      pointed
	// told is the last status that Options.OnStatus was called with. Only Report, which has one caller, uses it.
	told *dynamic.Status
}

// NewSource returns a source for what config refers to, on the server that cluster names, such as rest.InClusterConfig
// returns. A nil config assigns nothing. It returns an error that lists everything that is wrong with config.
func NewSource(cluster *rest.Config, config *ConfigSource, opts Options) (*Source, error) {
	client, err := clientdynamic.NewForConfig(cluster)
	if err != nil {
		return nil, err
	}
	return newSource(client, config, opts)
}

// Open returns the sources of a server for Open of dynamic.Options. With them, --dynamic-config-source also takes
// configassignment:NAMESPACE/NAME, with the name of the instance, and configmap:NAMESPACE/NAME/KEY. cluster returns the
// server, as rest.InClusterConfig does. It is called for these sources only, and again with each request as long as it
// returns an error or a server that cannot be used: such a source is unavailable, and the component starts without it.
func (opts Options) Open(cluster func() (*rest.Config, error)) map[string]func(name string) (dynamic.Source, error) {
	open := func(config *ConfigSource, opts Options) (dynamic.Source, error) {
		if errs := ValidateConfigSource(config, nil); len(errs) > 0 {
			return nil, errs.ToAggregate()
		}
		if server, err := cluster(); err == nil {
			if source, err := NewSource(server, config, opts); err == nil {
				return source, nil
			}
		}
		return NewSource(&rest.Config{Host: unknownHost, Transport: &connecting{cluster: cluster}}, config, opts)
	}
	return map[string]func(string) (dynamic.Source, error){
		"configassignment:NAMESPACE/NAME": func(name string) (dynamic.Source, error) {
			namespace, name, _ := strings.Cut(name, "/")
			named := opts
			named.Instance = cmp.Or(opts.Instance, name)
			return open(&ConfigSource{Assignment: &AssignmentSource{Namespace: namespace, Name: name}}, named)
		},
		"configmap:NAMESPACE/NAME/KEY": func(name string) (dynamic.Source, error) {
			namespace, name, _ := strings.Cut(name, "/")
			name, key, _ := strings.Cut(name, "/")
			return open(&ConfigSource{ConfigMap: &ConfigMapSource{Namespace: namespace, Name: name, Key: key}}, opts)
		},
	}
}

func newSource(client clientdynamic.Interface, config *ConfigSource, opts Options) (*Source, error) {
	if errs := ValidateConfigSource(config, nil); len(errs) > 0 {
		return nil, errs.ToAggregate()
	}
	if opts.Instance == "" {
		opts.Instance, _ = os.Hostname() // An event without it says what matters all the same.
	}
	if opts.Version == "" {
		opts.Version = builtVersion(debug.ReadBuildInfo())
	}
	s := &Source{
		opts: opts, whole: client, now: time.Now, process: limited(processName(), mostProcess),
		contact: contact{changes: make(chan struct{}, 1)},
	}
	if config == nil {
		return s, nil
	}
	ref := config.reference()
	s.ref = &ref
	s.client = client.Resource(ref.resource)
	if ref.namespace != "" {
		s.client = client.Resource(ref.resource).Namespace(ref.namespace)
	}
	return s, nil
}

// builtVersion is the version of the main module, which go build takes from a tag or a commit.
func builtVersion(info *debug.BuildInfo, ok bool) string {
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}

// processName is unique on all machines.
func processName() string {
	host, _ := os.Hostname() // Without it, the rest is most likely unique.
	return fmt.Sprintf("%s, process %d since %s", host, os.Getpid(), time.Now().UTC().Format(time.RFC3339Nano))
}

func (s *Source) name() string {
	name := s.ref.name
	if s.ref.namespace != "" {
		name = s.ref.namespace + "/" + name
	}
	return s.ref.resource.GroupResource().String() + " " + name
}

// Fetch implements dynamic.Source. It asks the server before Changes has started an informer, while that cannot sync,
// and when it has gone backwards. It returns an error while the server does not answer.
func (s *Source) Fetch(ctx context.Context) (dynamic.Assignment, error) {
	if s.ref == nil {
		return dynamic.Assignment{}, nil
	}
	obj, sure, lost := s.current()
	if lost != nil {
		return dynamic.Assignment{}, fmt.Errorf("%s: %w", s.name(), lost)
	}
	if !sure {
		before := obj
		read, err := s.ask(ctx)
		if err != nil {
			return dynamic.Assignment{}, fmt.Errorf("%s: %w", s.name(), err)
		}
		s.asked(before, read)
		obj, _, _ = s.current()
	}
	if obj == nil {
		return dynamic.Assignment{}, fmt.Errorf("%w: %s does not exist: create it, or name another one",
			dynamic.ErrInvalidSource, s.name())
	}
	if s.ref.extract == nil {
		return s.assigned(ctx, obj)
	}
	p, err := s.ref.extract(obj)
	if err != nil {
		return dynamic.Assignment{}, fmt.Errorf("%w: %s: %v", dynamic.ErrInvalidSource, s.name(), err)
	}
	return dynamic.Assignment{
		Payload: p, Origin: fmt.Sprintf("%s, UID %s", s.name(), obj.GetUID()), Warning: warning(s, obj),
	}, nil
}

// warning is what the proposal demands of a ConfigMap.
func warning(s *Source, obj *unstructured.Unstructured) string {
	immutable, _, _ := unstructured.NestedBool(obj.Object, "immutable")
	if s.ref.resource.Group != "" || immutable {
		return ""
	}
	return s.name() + " is not immutable: a change of it reaches every component that uses it at once; set immutable: " +
		"true, and delete and create it again to change it"
}

// ask asks the server. The result is nil if the object does not exist.
func (s *Source) ask(ctx context.Context) (*unstructured.Unstructured, error) {
	read, err := s.client.Get(ctx, s.ref.name, metav1.GetOptions{})
	if err = plain(err); apierrors.IsNotFound(err) {
		return nil, nil
	}
	return read, err
}

// current returns the newest reading, whether the server need not be asked, and why an informer that has synced does
// not hear of the server. An informer that is about to sync has asked already, and tells if there is something newer.
func (s *Source) current() (obj *unstructured.Unstructured, sure bool, lost error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known {
		lost = s.contact.err()
	}
	soon := s.following && s.latest != nil && s.contact.begins()
	return s.latest, (s.known || soon) && !s.doubt, lost
}

// see takes what the informer saw, and reports whether the content has changed, or may have.
func (s *Source) see(obj *unstructured.Unstructured) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest != nil && older(obj, s.latest) {
		s.doubt = true
		return true
	}
	return s.take(obj)
}

// asked takes the answer of the storage itself to a request that was made when before was the newest reading. If
// nothing was seen since, it settles a doubt, whether it is older or not.
func (s *Source) asked(before, obj *unstructured.Unstructured) {
	s.mu.Lock()
	if s.doubt && s.latest == before {
		s.latest, s.doubt = nil, false
		if obj != nil {
			s.take(obj)
		}
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	s.answered(obj)
}

// answered takes the answer to a request, nil if the object does not exist. The informer may be ahead of it, so it
// neither restores an object that was deleted meanwhile, nor replaces one that was created since.
func (s *Source) answered(obj *unstructured.Unstructured) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.known && obj == nil:
		s.latest = nil
	case !s.known, s.latest != nil && obj != nil && s.latest.GetUID() == obj.GetUID():
		s.take(obj)
	}
}

// take keeps a reading, unless it is older than one that was seen. It reports whether the content has changed.
func (s *Source) take(obj *unstructured.Unstructured) bool {
	if s.latest != nil && older(obj, s.latest) {
		return false
	}
	changed := s.latest == nil || !s.same(s.latest, obj)
	s.latest = obj
	return changed
}

// older reports whether a is a reading of the same object from before b. Versions that are not numbers cannot be
// compared, and are treated as newer.
func older(a, b *unstructured.Unstructured) bool {
	va, erra := strconv.ParseUint(a.GetResourceVersion(), 10, 64)
	vb, errb := strconv.ParseUint(b.GetResourceVersion(), 10, 64)
	return a.GetUID() == b.GetUID() && errors.Join(erra, errb) == nil && va < vb
}

// same compares content, not versions. The generation of an assignment is in its status.
func (s *Source) same(a, b *unstructured.Unstructured) bool {
	if s.ref.extract == nil {
		return a.GetUID() == b.GetUID() && a.GetGeneration() == b.GetGeneration()
	}
	pa, erra := s.ref.extract(a)
	pb, errb := s.ref.extract(b)
	return (erra == nil) == (errb == nil) && pa.Digest() == pb.Digest()
}

// gone notes a deletion, unless the deleted object has been replaced already.
func (s *Source) gone(uid types.UID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest == nil || uid != "" && s.latest.GetUID() != uid {
		return false
	}
	s.latest = nil
	return true
}

// Changes implements dynamic.Source with an informer for the one object. Its reflector handles lost connections,
// expired watches and restarts of the server: it lists and watches again, with backoff.
func (s *Source) Changes(ctx context.Context) <-chan struct{} {
	if s.ref == nil {
		return s.contact.changes
	}
	signal := func(changed bool) {
		if changed {
			s.contact.changed()
		}
	}
	informer := cache.NewSharedIndexInformer(s.contact.listWatch(s.client, s.ref.name), &unstructured.Unstructured{}, 0,
		cache.Indexers{})
	take := func(o any) {
		// Without a namespace in the reference, an informer sees the objects of that name in all of them.
		if obj, ok := o.(*unstructured.Unstructured); ok && obj.GetNamespace() == s.ref.namespace {
			signal(s.see(obj))
		}
	}
	handler, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    take,
		UpdateFunc: func(_, o any) { take(o) },
		DeleteFunc: func(o any) {
			if last, ok := o.(cache.DeletedFinalStateUnknown); ok {
				o = last.Obj
			}
			var uid types.UID
			if obj, ok := o.(*unstructured.Unstructured); ok {
				uid = obj.GetUID()
			}
			signal(s.gone(uid))
		},
	})
	if err != nil {
		panic(err) // Cannot happen: the informer has not been stopped.
	}
	s.mu.Lock()
	s.following = true
	s.mu.Unlock()
	go informer.Run(ctx.Done())
	go s.contact.keep(ctx)
	go s.followed(ctx, handler, informer)
	return s.contact.changes
}

// followed trusts the informer from its first list until the context ends.
func (s *Source) followed(ctx context.Context, handler cache.ResourceEventHandlerRegistration,
	informer cache.SharedIndexInformer) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.following, s.known = false, false
	}()
	if !cache.WaitForCacheSync(ctx.Done(), handler.HasSynced) {
		return
	}
	s.mu.Lock()
	s.known = true
	if len(informer.GetStore().ListKeys()) == 0 {
		s.latest = nil
	}
	s.mu.Unlock()
	s.contact.changed()
	<-ctx.Done()
}
