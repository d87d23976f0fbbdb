package servertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	servertesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiextensions-apiserver/test/integration/fixtures"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/storage/etcd3/testserver"
	"k8s.io/client-go/discovery"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/transport"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// cluster is an API server behind a door that the tests can shut: one server for custom resources, if there are any,
// since it takes seconds to start, and one for the rest, as if they were aggregated. The component talks to the door,
// which keeps its address when the servers restart.
type cluster struct {
	t       *testing.T
	etcd    string
	compact func()
	stop    func()
	// extended: custom resources are served. extensions and core are for clients that bypass the door.
	extended         bool
	extensions, core *rest.Config
	door             door

	mu                         sync.Mutex
	innerExtensions, innerCore http.Handler
	// first, if not nil, is called before a request passes, and reports whether it has answered it.
	first func(http.ResponseWriter, *http.Request) bool
	// list is the last answer to a list; stale makes the door return it once more.
	list  []byte
	stale bool
	// plain makes the door refuse lists that are watches, as older servers do, so that lists are lists.
	plain bool
	// listed gets a value for each list that the door has seen.
	listed chan struct{}
	// gone makes the door answer the next watch with an expired version.
	gone bool
	// held, if not nil, delays watches.
	held *hold
	// life is the context of the open watches, which end cancels.
	life context.Context
	end  context.CancelFunc
}

// hold gets each watch that arrives, and lets them pass when release is closed.
type hold struct {
	arrived chan struct{}
	release chan struct{}
}

// The resources that configurations are in.
var (
	relayConfigs = schema.GroupVersionResource{Group: "relay.example.com", Version: "v1", Resource: "relayconfigs"}
	configMaps   = corev1.SchemeGroupVersion.WithResource("configmaps")
	assignments  = fleet.Version().WithResource("configassignments")
	configPools  = fleet.Version().WithResource("configpools")
)

// Other resources.
var (
	events = corev1.SchemeGroupVersion.WithResource("events")
	nodes  = corev1.SchemeGroupVersion.WithResource("nodes")
	leases = coordinationv1.SchemeGroupVersion.WithResource("leases")
)

// newCluster starts a cluster with custom resources.
func newCluster(t *testing.T, crds ...*apiextensionsv1.CustomResourceDefinition) *cluster {
	t.Helper()
	etcd := testserver.RunEtcd(t, nil)
	c := &cluster{
		t: t, etcd: strings.Join(etcd.Endpoints(), ","), extended: len(crds) > 0, listed: make(chan struct{}, 1),
	}
	c.life, c.end = context.WithCancel(context.Background())
	c.compact = func() {
		ctx := context.Background()
		now, err := etcd.Client.Get(ctx, "any")
		if err == nil {
			_, err = etcd.Client.Compact(ctx, now.Header.Revision)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c.start()
	t.Cleanup(func() { c.stop() })
	c.door.open(t, http.HandlerFunc(c.serve))
	t.Cleanup(c.door.shut)
	for _, crd := range crds {
		extensions, err := clientset.NewForConfig(c.extensions)
		if err != nil {
			t.Fatal(err)
		}
		if crd.Spec.Names.Plural == configPools.Resource { // An object without a spec, to wait for a watch, is refused.
			_, err = fixtures.CreateNewV1CustomResourceDefinitionWatchUnsafe(crd, extensions)
		} else {
			_, err = fixtures.CreateNewV1CustomResourceDefinition(crd, extensions, c.admin(relayConfigs))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func relayDefinition() *apiextensionsv1.CustomResourceDefinition {
	open := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: relayConfigs.Resource + "." + relayConfigs.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: relayConfigs.Group, Scope: apiextensionsv1.ClusterScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: relayConfigs.Resource, Singular: "relayconfig",
				Kind: "RelayConfig", ListKind: "RelayConfigList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: relayConfigs.Version, Served: true, Storage: true,
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
				},
				Schema: &apiextensionsv1.CustomResourceValidation{
					OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &open},
				},
			}},
		},
	}
}

// starting is held while servers start, because they register themselves with what all servers of a process share.
var starting sync.Mutex

// start starts the servers on the same etcd.
func (c *cluster) start() {
	c.t.Helper()
	starting.Lock()
	defer starting.Unlock()
	handler, stopCore := startCore(c.t, c.etcd)
	core := httptest.NewServer(handler)
	c.core = &rest.Config{Host: core.URL}
	stopExtensions := func() {}
	if c.extended {
		c.extensions, stopExtensions = startExtensions(c.t, c.etcd)
	}
	c.stop = func() {
		core.CloseClientConnections()
		core.Close()
		stopCore()
		stopExtensions()
	}
	var toExtensions http.Handler
	if c.extended {
		toExtensions = c.way(c.extensions)
	}
	toCore := c.way(c.core)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.innerExtensions, c.innerCore = toExtensions, toCore
}

// startExtensions starts the server of custom resources.
func startExtensions(t *testing.T, etcd string) (client *rest.Config, stop func()) {
	t.Helper()
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	text := `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":"http://127.1.2.3:12345"}}],` +
		`"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"current-context":"c",` +
		`"users":[{"name":"u","user":{"username":"u","password":"p"}}]}`
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := servertesting.StartTestServerOrDie(t, nil, []string{
		"--etcd-prefix", "dynamic", "--etcd-servers", etcd, "--authentication-skip-lookup",
		"--authentication-kubeconfig", kubeconfig, "--authorization-kubeconfig", kubeconfig, "--kubeconfig", kubeconfig,
		"--enable-priority-and-fairness=false", "--disable-admission-plugins", "NamespaceLifecycle," +
			"MutatingAdmissionWebhook,ValidatingAdmissionWebhook,ValidatingAdmissionPolicy,MutatingAdmissionPolicy",
	}, nil)
	return s.ClientConfig, s.TearDownFn
}

// way is a proxy to a server.
func (c *cluster) way(config *rest.Config) http.Handler {
	c.t.Helper()
	target, err := url.Parse(config.Host)
	if err != nil {
		c.t.Fatal(err)
	}
	tc, err := config.TransportConfig()
	if err != nil {
		c.t.Fatal(err)
	}
	rt, err := transport.New(tc)
	if err != nil {
		c.t.Fatal(err)
	}
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: rt, FlushInterval: -1, ModifyResponse: c.keepList,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
}

// restart stops the servers and starts others.
func (c *cluster) restart() {
	c.door.shut()
	c.stop()
	c.start()
	c.reopen()
}

// endWatches ends the watches under way. No request is refused meanwhile.
func (c *cluster) endWatches() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end()
	c.life, c.end = context.WithCancel(context.Background())
}

// reopen cuts every connection and allows new ones.
func (c *cluster) reopen() {
	c.door.shut()
	c.door.open(c.t, http.HandlerFunc(c.serve))
}

// lists reports whether a request is for the list of a resource that holds configurations.
func lists(r *http.Request) bool {
	path := r.URL.Path
	return r.Method == http.MethodGet && r.URL.Query().Get("watch") == "" &&
		slices.Contains([]string{relayConfigs.Resource, configMaps.Resource, assignments.Resource},
			path[strings.LastIndex(path, "/")+1:])
}

// ofCore reports whether startCore serves a group.
func ofCore(group string) bool {
	return slices.ContainsFunc(coreKinds, func(k coreKind) bool { return k.resource.Group == group })
}

func (c *cluster) serve(w http.ResponseWriter, r *http.Request) {
	isWatch := r.URL.Query().Get("watch") != ""
	c.mu.Lock()
	inner, stale, held, first, life := c.innerExtensions, []byte(nil), c.held, c.first, c.life
	way := strings.Split(r.URL.Path+"//", "/")
	if way[1] == "api" || way[1] == "apis" && way[2] != "" && ofCore(way[2]) {
		inner = c.innerCore
	}
	plain := c.plain && r.URL.Query().Get("sendInitialEvents") != ""
	isWatch = isWatch && !plain
	gone := isWatch && c.gone
	c.gone = c.gone && !gone
	if lists(r) && c.stale {
		stale, c.stale = c.list, false
	}
	c.mu.Unlock()
	if isWatch && !gone && held != nil {
		held.arrived <- struct{}{}
		<-held.release
	}
	switch {
	case plain:
		refuse(w, http.StatusUnprocessableEntity, "Invalid", "sendInitialEvents is forbidden for watch")
	case gone:
		refuse(w, http.StatusGone, "Expired", "too old resource version")
	case stale != nil:
		w.Header().Set("Content-Type", "application/json")
		w.Write(stale)
	case first != nil && first(w, r):
	case c.extended && r.URL.Path == "/apis":
		c.groups(w)
	default:
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		if isWatch {
			defer context.AfterFunc(life, cancel)()
		}
		inner.ServeHTTP(w, r.WithContext(ctx))
	}
}

// groups lists the API groups, as the aggregator of a cluster does.
func (c *cluster) groups(w http.ResponseWriter) {
	list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	for _, name := range []string{apiextensionsv1.GroupName, fleet.Group, coordinationv1.GroupName, eventsv1.GroupName} {
		client, err := discovery.NewDiscoveryClientForConfig(c.direct(name))
		if err != nil {
			c.t.Error(err)
			return
		}
		var group metav1.APIGroup
		if client.RESTClient().Get().AbsPath("/apis/"+name).Do(context.Background()).Into(&group) == nil {
			list.Groups = append(list.Groups, group)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(list); err != nil {
		c.t.Error(err)
	}
}

func refuse(w http.ResponseWriter, code int, reason, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"code":%d,"message":%q}`, reason,
		code, message)
}

func (c *cluster) keepList(r *http.Response) error {
	if !lists(r.Request) || r.StatusCode != http.StatusOK {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stale {
		c.list = body
	}
	select {
	case c.listed <- struct{}{}:
	default:
	}
	return nil
}

// listWith waits for a list with a text.
func (c *cluster) listWith(text string) []byte {
	c.t.Helper()
	deadline := time.After(patience)
	for {
		c.mu.Lock()
		list := c.list
		c.mu.Unlock()
		if bytes.Contains(list, []byte(text)) {
			return list
		}
		select {
		case <-c.listed:
		case <-deadline:
			c.t.Fatalf("no list has %q; the last one is %s", text, list)
		}
	}
}

// setFirst calls fn before a request passes; nil for no call.
func (c *cluster) setFirst(fn func(http.ResponseWriter, *http.Request) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.first = fn
}

// direct bypasses the door on the way to the server of a group.
func (c *cluster) direct(group string) *rest.Config {
	if ofCore(group) {
		return c.core
	}
	return c.extensions
}

// admin is a client for a resource that bypasses the door.
func (c *cluster) admin(resource schema.GroupVersionResource) clientdynamic.Interface {
	c.t.Helper()
	client, err := clientdynamic.NewForConfig(c.direct(resource.Group))
	if err != nil {
		c.t.Fatal(err)
	}
	return client
}
