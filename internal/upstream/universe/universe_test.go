package universe

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/gengo/v2/namer"
	"k8s.io/gengo/v2/types"

	"github.com/configgen/configgen/internal/load"
)

const (
	metav1  = "k8s.io/apimachinery/pkg/apis/meta/v1"
	runtime = "k8s.io/apimachinery/pkg/runtime"
	config  = "example.com/kubelet/config"
	v1beta1 = "example.com/kubelet/config/v1beta1"
)

func kubelet(t *testing.T) *load.Session {
	t.Helper()
	session, findings, err := load.Load(
		t.Context(), load.Request{Dir: "../../../testdata/kubelet", Patterns: []string{"./..."}},
	)
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	return session
}

// TestEqualsGengo compares what gengo's own loader makes of the packages with what we make of them.
func TestEqualsGengo(t *testing.T) {
	session, inputs, peers := kubelet(t), []string{config, v1beta1}, []string{metav1, runtime}
	ours, err := NewLibrary(session).Build(inputs, []Peer{{Path: metav1}, {Path: runtime}})
	if err != nil || ours.Slow != nil {
		t.Fatal(err, ours.Slow)
	}
	gengos, err := slow(session, slices.Concat(inputs, peers), inputs, errors.New("because"))
	if err != nil || gengos.Slow == nil {
		t.Fatal(err)
	}
	for _, path := range slices.Concat(inputs, peers) {
		if diff := cmp.Diff(describe(gengos.context.Universe[path]), describe(ours.context.Universe[path])); diff != "" {
			t.Errorf("%s (-gengo's +ours):\n%s", path, diff)
		}
	}
}

// describe lists what generators see of a package: types with their fields, methods and tags, functions with theirs.
// Unexported declarations of dependencies are in no export data, and no generator may use them.
func describe(pkg *types.Package) []string {
	var lines []string
	tags := func(comments []string) string {
		return strings.Join(
			slices.DeleteFunc(slices.Clone(comments), func(line string) bool { return !strings.HasPrefix(line, "+") }), " ",
		)
	}
	for name, t := range pkg.Types {
		if namer.IsPrivateGoName(name) {
			continue
		}
		lines = append(
			lines,
			"type "+name+" "+string(t.Kind)+" "+tags(t.CommentLines)+tags(t.SecondClosestCommentLines)+" "+strings.Join(
				slices.Sorted(maps.Keys(t.Methods)), ",",
			),
		)
		for _, member := range t.Members {
			lines = append(lines, name+"."+member.Name+" "+member.Type.String()+" "+member.Tags+" "+tags(member.CommentLines))
		}
	}
	for name, f := range pkg.Functions {
		own := strings.Contains(name, "KubeletConfigurationPath") || name == "ConfigAPI" // which load passes over
		if !namer.IsPrivateGoName(name) && !own {
			lines = append(lines, "func "+name+" "+f.Underlying.String()+" "+tags(f.CommentLines))
		}
	}
	slices.Sort(lines)
	return lines
}

// TestContext expects that the packages of others are out of sight.
func TestContext(t *testing.T) {
	u, err := NewLibrary(kubelet(t)).Build([]string{config, v1beta1}, []Peer{{Path: metav1}})
	if err != nil {
		t.Fatal(err)
	}
	c := u.Context(
		namer.NameSystems{"public": namer.NewPublicNamer(1)}, "public", []string{config}, map[string]bool{config: true},
	)
	if c.Universe[config] == nil || c.Universe[metav1] == nil || c.Universe[v1beta1] != nil {
		t.Errorf("the context shows %v", slices.Sorted(maps.Keys(c.Universe)))
	}
	if diff := cmp.Diff([]string{config}, c.Inputs); diff != "" {
		t.Error(diff)
	}
	if len(c.Order) == 0 || slices.ContainsFunc(c.Order, func(t *types.Type) bool { return t.Name.Package != config }) {
		t.Errorf("the order has %d types, among them some of other packages", len(c.Order))
	}
}

// TestPart expects of a peer what the inputs lead to, what is named, and the functions that generators look for.
func TestPart(t *testing.T) {
	named := func(name string) bool { return name == "ListOptions" }
	u, err := NewLibrary(kubelet(t)).Build([]string{config, v1beta1}, []Peer{{metav1, named}})
	if err != nil || u.Slow != nil {
		t.Fatal(err, u.Slow)
	}
	peer := u.context.Universe[metav1]
	for name, want := range map[string]bool{
		"Duration": true, "TypeMeta": true, "ListOptions": true, "APIGroupList": false,
	} {
		if got := peer.Has(name); got != want {
			t.Errorf("type %s: %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]bool{
		"Convert_v1_Duration_To_Pointer_v1_Duration": true, "SetMetaDataAnnotation": true, "Now": false,
	} {
		if _, got := peer.Functions[name]; got != want {
			t.Errorf("function %s: %v, want %v", name, got, want)
		}
	}
	if len(peer.Variables) > 0 {
		t.Errorf("it has %d variables", len(peer.Variables))
	}
}

func TestMissingPeer(t *testing.T) {
	_, err := NewLibrary(kubelet(t)).Build([]string{config}, []Peer{{Path: "example.com/nonsense"}})
	if err == nil || !strings.HasPrefix(err.Error(), "cannot load example.com/nonsense: ") {
		t.Errorf("got the error %v", err)
	}
}

func TestMayHoldTags(t *testing.T) {
	for source, want := range map[string]bool{
		"// +tag\n": true, "//+tag": true, "x\n\t// +tag": true, "/*\n+tag\n*/": true, "/* +tag */": true, "\t * +tag": true,
		"x := 1 + 2\n": false, "// a + b\n": false, "": false,
	} {
		if got := mayHoldTags([]byte(source)); got != want {
			t.Errorf("%q: %v, want %v", source, got, want)
		}
	}
}
