package nesting

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	componentbaseconfig "k8s.io/component-base/config"
)

func pointer[T any](value T) *T { return &value }

// filled has a text in every place where one can be: "p" and a number in the paths.
func filled() *Nested {
	n := 0
	p := func() string { n++; return fmt.Sprint("p", n) }
	tls := func() TLS { return TLS{CertFile: p(), KeyFile: p()} }
	listener := func() Listener {
		return Listener{
			Name: "name", TLS: pointer(tls()), ClientCAFile: p(), Zones: []Zone{{Files: []string{p(), p()}}, {}, {Files: []string{p()}}},
			Hints: map[string]string{"a": p(), "b": p()},
		}
	}
	return &Nested{
		PidFile: p(), SocketPath: "socket", TraceFile: pointer(p()), NamedFile: FileName(p()), NamedPointerFile: pointer(FileName(p())),
		Includes: []string{p(), p()}, NamedIncludes: FileNames{FileName(p())}, OptionalIncludes: []*string{pointer(p()), nil, pointer(p())},
		Zones: map[string]string{"a": p(), "b": p()}, NamedZones: map[string]FileName{"a": FileName(p())},
		OptionalZones: map[string]*string{"a": pointer(p()), "nil": nil}, Inlined: Inlined{StateDir: p()}, TLS: tls(), Admin: pointer(listener()),
		Listeners: []Listener{listener(), {}, listener()}, Upstreams: []*TLS{pointer(tls()), nil}, Views: map[string]Listener{"a": listener(), "b": {}},
		Peers: map[string]*Listener{"a": pointer(listener()), "nil": nil}, Chains: map[string][]TLS{"a": {tls(), tls()}, "b": nil},
		ClientConnection: componentbaseconfig.ClientConnectionConfiguration{Kubeconfig: p(), ContentType: "type"},
	}
}

// texts lists every string below v, in any order: the oracle, which knows nothing of markers.
func texts(v reflect.Value) []string {
	var found []string
	switch v.Kind() {
	case reflect.String:
		found = append(found, v.String())
	case reflect.Pointer:
		if !v.IsNil() {
			found = append(found, texts(v.Elem())...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			found = append(found, texts(v.Field(i))...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, texts(v.Index(i))...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			found = append(found, texts(v.MapIndex(key))...)
		}
	}
	return found
}

// paths are the texts that filled has put where a path can be.
func paths(c *Nested) []string {
	found := texts(reflect.ValueOf(c))
	found = slices.DeleteFunc(found, func(text string) bool { return !strings.HasPrefix(text, "p") })
	slices.Sort(found)
	return found
}

// The list of paths cannot drift from the types. The naive list, written by hand once, has already missed one.
func TestEveryPathIsResolved(t *testing.T) {
	resolve := func(path string) string { return "/dir/" + path }
	c := filled()
	before := paths(c)
	ResolveNestedPaths(c, resolve)
	if left := paths(c); len(left) > 0 {
		t.Errorf("not resolved: %v", left)
	}
	var resolved []string
	for _, text := range texts(reflect.ValueOf(c)) {
		if path, ok := strings.CutPrefix(text, "/dir/"); ok {
			resolved = append(resolved, path)
		}
	}
	slices.Sort(resolved)
	if !slices.Equal(resolved, before) {
		t.Errorf("resolved %v\nwant each once: %v", resolved, before)
	}

	naive := filled()
	for _, path := range []*string{&naive.PidFile, &naive.TLS.CertFile, &naive.TLS.KeyFile} {
		*path = resolve(*path)
	}
	if len(paths(naive)) == 0 {
		t.Error("the oracle does not see what a list written by hand misses")
	}
}

func TestRefsPointIntoTheConfiguration(t *testing.T) {
	c := filled()
	// In maps of values: two zones, one named zone, two hints in each of five listeners, the file of one view.
	unreachable := 2 + 1 + 2*5 + 1
	refs := NestedPathRefs(c)
	// Empty strings are among the refs: the ClientCAFile of the empty listener.
	if got, want := len(refs), len(paths(c))-unreachable+1; got != want {
		t.Errorf("%d refs, want %d", got, want)
	}
	for _, ref := range refs {
		*ref = "changed"
	}
	if left := paths(c); len(left) != unreachable {
		t.Errorf("%d paths have not been changed through the refs, want the %d in maps: %v", len(left), unreachable, left)
	}
	if c.SocketPath != "socket" || c.Listeners[0].Name != "name" || c.ClientConnection.ContentType != "type" {
		t.Errorf("something else has been changed: %+v", c)
	}
}

func TestEmptyPathsAndNilParents(t *testing.T) {
	c := &Nested{Admin: &Listener{}}
	ResolveNestedPaths(c, func(path string) string {
		t.Errorf("resolve is called for %q", path)
		return path
	})
	if refs := NestedPathRefs(&Nested{}); len(refs) != 6 {
		t.Errorf("%d refs, want the six that are always there", len(refs))
	}
}

func TestOneAllocation(t *testing.T) {
	c, listed := filled(), &Listed{Includes: []string{"a"}, Pairs: make([]TLS, 3)}
	for what, list := range map[string]func(){
		"nested": func() { NestedPathRefs(c) },
		"listed": func() { ListedPathRefs(listed) },
	} {
		if got := testing.AllocsPerRun(100, list); got > 1 {
			t.Errorf("%s: %v allocations, want one", what, got)
		}
	}
}

func TestOtherRoots(t *testing.T) {
	plain := &Plain{RootDir: "a", TLS: TLS{"b", "c"}}
	var seen []string
	for _, ref := range PlainPathRefs(plain) {
		seen = append(seen, *ref)
	}
	if !slices.Equal(seen, []string{"a", "b", "c"}) {
		t.Errorf("Plain: %v, want a b c in the order of the types", seen)
	}
	mapped := &Mapped{Zones: map[string]string{"a": "x", "b": ""}}
	ResolveMappedPaths(mapped, func(path string) string { return "/" + path })
	if mapped.Zones["a"] != "/x" || mapped.Zones["b"] != "" || MappedPathRefs(mapped) != nil {
		t.Errorf("Mapped: %v", mapped.Zones)
	}
	if refs := PathlessPathRefs(&Pathless{}); refs != nil {
		t.Errorf("Pathless has %d refs", len(refs))
	}
	ResolvePathlessPaths(&Pathless{}, nil)
}
