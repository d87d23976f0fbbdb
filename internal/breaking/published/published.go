// Package published reads snapshots of the configuration types that four components of Kubernetes publish. They are the
// data of a test of package breaking, and hack/published writes them.
package published

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// Components are the modules below k8s.io.
func Components() []string {
	return []string{"kube-controller-manager", "kube-proxy", "kube-scheduler", "kubelet"}
}

// Minors are the minor versions of Kubernetes.
func Minors() []string { return []string{"30", "31", "32", "33", "34", "35", "36", "37"} }

// Merge adds the API of one version to that of others. What applies to a field in all versions is a fact about the
// field of the version, and fields with a type of another module have none below them.
func Merge(all, added configapi.Snapshot) configapi.Snapshot {
	settings := map[configapi.Key]map[string]string{}
	foreign := map[configapi.Key]bool{}
	for _, object := range added {
		if object.Setting != "" {
			settings[configapi.Key{Kind: object.Kind, Field: object.Setting}] = object.Facts
		}
		if strings.Contains(object.Facts["go type"], ".") {
			foreign[object.Key] = true
		}
	}
	for _, object := range added {
		facts := maps.Clone(object.Facts)
		maps.Copy(facts, settings[configapi.Key{Kind: object.Kind, Field: object.Field}])
		below := slices.ContainsFunc(slices.Collect(maps.Keys(foreign)), func(outer configapi.Key) bool {
			return outer.Version == object.Version && outer.Kind == object.Kind &&
				(strings.HasPrefix(object.Field, outer.Field+".") || strings.HasPrefix(object.Field, outer.Field+"["))
		})
		itself := object.Key == configapi.Key{}
		if object.Setting == "" && !below && !(itself && len(all) > 0) {
			all = append(all, configapi.Object{Key: object.Key, Facts: facts})
		}
	}
	slices.SortFunc(all, func(a, b configapi.Object) int { return a.Compare(b.Key) })
	return all
}

// Encode returns the text of the snapshots of a component: each object once, after the first and the last minor version
// that have it.
func Encode(snapshots map[string]configapi.Snapshot) []byte {
	type span struct{ first, last, line string }
	var spans []*span
	for _, minor := range Minors() {
		for _, line := range lines(snapshots[minor]) {
			i := slices.IndexFunc(spans, func(s *span) bool { return s.line == line && next(s.last) == minor })
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
	return out.Bytes()
}

// next is the minor version after another one.
func next(minor string) string {
	all := Minors()
	if i := slices.Index(all, minor); i >= 0 && i < len(all)-1 {
		return all[i+1]
	}
	return ""
}

// lines are the objects of a snapshot.
func lines(s configapi.Snapshot) []string {
	var found []string
	for line := range strings.Lines(string(s.Encode())) {
		if line = strings.TrimRight(line, ",\n"); strings.HasPrefix(line, "{") && line != "{" {
			found = append(found, line)
		}
	}
	return found
}

// Decode returns the snapshot of a minor version in a text that Encode has made.
func Decode(text []byte, minor string) (configapi.Snapshot, error) {
	var found []string
	for line := range strings.Lines(string(text)) {
		between, object, _ := strings.Cut(strings.TrimSpace(line), " ")
		if first, last, _ := strings.Cut(between, "-"); first <= minor && minor <= last {
			found = append(found, object)
		}
	}
	return configapi.Decode([]byte(`{"$comment": "", "api": [` + strings.Join(found, ",\n") + "]}"))
}
