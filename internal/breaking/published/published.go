// Package published reads descriptors of the configuration types that components of Kubernetes and cert-manager
// publish. They are the data of a test of package breaking, and hack/published writes them.
package published

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/descriptor"
)

// Component is a module with configuration types.
type Component struct {
	// Name is the name of its file, and Module the path of the module.
	Name, Module string
	// Major is the major version, and Minors the minor versions, in their order.
	Major  string
	Minors []string
	// Dirs are patterns of directories in the module.
	Dirs []string
	// Kinds are structs without a header that count as kinds.
	Kinds []string
}

// Components are those with published types.
func Components() []Component {
	kubernetes := func(name string, dirs, kinds []string) Component {
		return Component{Name: name, Module: "k8s.io/" + name, Major: "v0", Dirs: dirs, Kinds: kinds,
			Minors: []string{"30", "31", "32", "33", "34", "35", "36", "37"}}
	}
	config := []string{"config/v*"}
	return []Component{
		kubernetes("apiserver", []string{"pkg/apis/apiserver/v*"}, nil),
		{Name: "cert-manager", Module: "github.com/cert-manager/cert-manager", Major: "v1",
			Minors: []string{"16", "17", "18", "19", "20", "21"}, Dirs: []string{"pkg/apis/config/*/v*"}},
		kubernetes("cloud-provider", []string{"config/v*", "controllers/*/config/v*"}, nil),
		kubernetes("component-base", []string{"config/v*", "*/api/v*"}, []string{
			"LeaderElectionConfiguration", "DebuggingConfiguration", "ClientConnectionConfiguration", "LoggingConfiguration",
			"TracingConfiguration", "MetricsConfiguration",
		}),
		kubernetes("controller-manager", config, []string{"GenericControllerManagerConfiguration"}),
		kubernetes("kube-controller-manager", config, nil),
		kubernetes("kube-proxy", config, nil),
		kubernetes("kube-scheduler", config, nil),
		kubernetes("kubelet", config, nil),
		kubernetes("pod-security-admission", []string{"admission/api/v*"}, nil),
	}
}

// Merge merges the APIs of the versions into one. The facts that apply to a field in all versions come from the
// preferred version of its kind, as in a group with an internal type.
func Merge(versions []*descriptor.Descriptor) *descriptor.Descriptor {
	name := func(d *descriptor.Descriptor) string { return d.Kinds[0].Versions[0].Name }
	versions = slices.Clone(versions)
	slices.SortStableFunc(versions, func(a, b *descriptor.Descriptor) int {
		return version.CompareKubeAwareVersionStrings(name(b), name(a))
	})
	all := *versions[0]
	all.Kinds = nil
	for _, d := range versions {
		for _, kind := range d.Kinds {
			at := slices.IndexFunc(all.Kinds, func(known descriptor.Kind) bool { return known.Name == kind.Name })
			if at < 0 {
				all.Kinds = append(all.Kinds, kind)
				continue
			}
			all.Kinds[at].Versions = slices.Concat(all.Kinds[at].Versions, kind.Versions)
		}
	}
	return &all
}

// Encode returns the text of the descriptors of a component: each row once, after the first and the last minor version
// that have it.
func (c Component) Encode(apis map[string]*descriptor.Descriptor) ([]byte, error) {
	type span struct{ first, last, line string }
	var spans []*span
	for _, minor := range c.Minors {
		rows, err := lines(apis[minor])
		if err != nil {
			return nil, err
		}
		for _, line := range rows {
			i := slices.IndexFunc(spans, func(s *span) bool { return s.line == line && c.next(s.last) == minor })
			if i < 0 {
				spans = append(spans, &span{minor, minor, line})
				continue
			}
			spans[i].last = minor
		}
	}
	slices.SortStableFunc(spans, func(a, b *span) int { return strings.Compare(a.line, b.line) })
	var out bytes.Buffer
	for _, s := range spans {
		fmt.Fprintf(&out, "%s-%s %s\n", s.first, s.last, s.line)
	}
	return out.Bytes(), nil
}

// next is the minor version after another one.
func (c Component) next(minor string) string {
	if i := slices.Index(c.Minors, minor); i >= 0 && i < len(c.Minors)-1 {
		return c.Minors[i+1]
	}
	return ""
}

// lines are the rows of a descriptor.
func lines(d *descriptor.Descriptor) ([]string, error) {
	text, err := d.Encode()
	var found []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, ",\n"); strings.HasPrefix(line, "{") && line != "{" {
			found = append(found, line)
		}
	}
	return found, err
}
