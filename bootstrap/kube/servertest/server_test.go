package servertest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	servertesting "k8s.io/apiextensions-apiserver/pkg/cmd/server/testing"
	"k8s.io/apiextensions-apiserver/test/integration/fixtures"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/storage/etcd3/testserver"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/transport"
)

// cluster is an API server behind a door that the tests can shut. The component talks to the door, whose address outlives restarts of the server.
type cluster struct {
	t       *testing.T
	etcd    string
	compact func()
	stop    func()
	config  *rest.Config
	door    *httptest.Server

	mu    sync.Mutex
	inner http.Handler
	shut  bool
	// list is the last answer to a list; stale has the door give it once more.
	list  []byte
	stale bool
	// gone has the door answer the next watch that its version has expired.
	gone bool
	// held, if not nil, keeps watches waiting.
	held *hold
}

// hold is told of each watch that arrives, and lets them pass when release is closed.
type hold struct {
	arrived chan struct{}
	release chan struct{}
}

var relayConfigs = schema.GroupVersionResource{Group: "relay.example.com", Version: "v1", Resource: "relayconfigs"}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	etcd := testserver.RunEtcd(t, nil)
	c := &cluster{t: t, etcd: strings.Join(etcd.Endpoints(), ",")}
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
	c.door = httptest.NewServer(http.HandlerFunc(c.serve))
	t.Cleanup(c.door.Close)
	t.Cleanup(func() { c.setShut(true) })
	crd := relayDefinition()
	extensions, err := clientset.NewForConfig(c.config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fixtures.CreateNewV1CustomResourceDefinition(crd, extensions, c.admin()); err != nil {
		t.Fatal(err)
	}
	return c
}

func relayDefinition() *apiextensionsv1.CustomResourceDefinition {
	open := true
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: relayConfigs.Resource + "." + relayConfigs.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: relayConfigs.Group, Scope: apiextensionsv1.ClusterScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: relayConfigs.Resource, Singular: "relayconfig", Kind: "RelayConfig", ListKind: "RelayConfigList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: relayConfigs.Version, Served: true, Storage: true,
				Subresources: &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
				Schema:       &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &open}},
			}},
		},
	}
}

// start starts a server on the same etcd.
func (c *cluster) start() {
	c.t.Helper()
	kubeconfig := filepath.Join(c.t.TempDir(), "kubeconfig")
	text := `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":"http://127.1.2.3:12345"}}],` +
		`"contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],"current-context":"c","users":[{"name":"u","user":{"username":"u","password":"p"}}]}`
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	s := servertesting.StartTestServerOrDie(c.t, nil, []string{
		"--etcd-prefix", "lkg", "--etcd-servers", c.etcd, "--authentication-skip-lookup", "--authentication-kubeconfig", kubeconfig,
		"--authorization-kubeconfig", kubeconfig, "--kubeconfig", kubeconfig, "--enable-priority-and-fairness=false", "--disable-admission-plugins",
		"NamespaceLifecycle,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,ValidatingAdmissionPolicy,MutatingAdmissionPolicy",
	}, nil)
	target, err := url.Parse(s.ClientConfig.Host)
	if err != nil {
		c.t.Fatal(err)
	}
	tc, err := s.ClientConfig.TransportConfig()
	if err != nil {
		c.t.Fatal(err)
	}
	rt, err := transport.New(tc)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.config, c.stop = s.ClientConfig, s.TearDownFn
	c.inner = &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: rt, FlushInterval: -1, ModifyResponse: c.keepList,
	}
}

// restart stops the server and starts another.
func (c *cluster) restart() {
	c.setShut(true)
	c.stop()
	c.start()
	c.setShut(false)
}

// setShut cuts every connection and refuses new ones, or lets them in again.
func (c *cluster) setShut(shut bool) {
	c.mu.Lock()
	c.shut = shut
	c.mu.Unlock()
	if shut {
		c.door.CloseClientConnections()
	}
}

func (c *cluster) serve(w http.ResponseWriter, r *http.Request) {
	isWatch := r.URL.Query().Get("watch") != ""
	isList := r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/"+relayConfigs.Resource) && !isWatch
	c.mu.Lock()
	inner, shut, stale, held := c.inner, c.shut, []byte(nil), c.held
	gone := isWatch && c.gone
	c.gone = c.gone && !gone
	if isList && c.stale {
		stale, c.stale = c.list, false
	}
	c.mu.Unlock()
	if isWatch && !shut && !gone && held != nil {
		held.arrived <- struct{}{}
		<-held.release
	}
	switch {
	case shut:
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			conn.Close()
		}
	case gone:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusGone)
		w.Write([]byte(`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old resource version"}`))
	case stale != nil:
		w.Header().Set("Content-Type", "application/json")
		w.Write(stale)
	default:
		inner.ServeHTTP(w, r)
	}
}

func (c *cluster) keepList(r *http.Response) error {
	if !strings.HasSuffix(r.Request.URL.Path, "/"+relayConfigs.Resource) || r.Request.URL.Query().Get("watch") != "" || r.StatusCode != http.StatusOK {
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
	return nil
}

// admin is a client that does not go through the door.
func (c *cluster) admin() dynamic.Interface {
	client, err := dynamic.NewForConfig(c.config)
	if err != nil {
		c.t.Fatal(err)
	}
	return client
}

func (c *cluster) client() dynamic.Interface {
	client, err := dynamic.NewForConfig(&rest.Config{Host: c.door.URL, QPS: -1, ContentConfig: rest.ContentConfig{AcceptContentTypes: "application/json"}})
	if err != nil {
		c.t.Fatal(err)
	}
	return client
}
