package kep784_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/randfill"

	"example.com/replacements/kubeproxy/kep784/v1alpha1"
)

// writer writes a configuration as a person may: in blocks or braces, with comments, blank lines, quotes and anchors.
type writer struct {
	*rand.Rand
	out      strings.Builder
	comments int
	anchors  int
}

func (w *writer) comment(lead string) string {
	w.comments++
	return fmt.Sprintf("%s# comment %d: {a: 'b'}", lead, w.comments)
}

// block writes the entries of an object in lines.
func (w *writer) block(object map[string]any, indent int) {
	pad := strings.Repeat(" ", indent)
	keys := w.shuffled(object)
	for i, key := range keys {
		if i > 0 && w.Intn(5) == 0 {
			w.out.WriteString("\n")
		}
		for range w.Intn(8) / 5 {
			w.out.WriteString(w.comment(pad) + "\n")
		}
		w.out.WriteString(pad + key + ":")
		trail := ""
		if w.Intn(4) == 0 {
			trail = w.comment(strings.Repeat(" ", 1+w.Intn(3)))
		}
		anchor := ""
		if w.Intn(6) == 0 {
			w.anchors++
			anchor = " &a" + strconv.Itoa(w.anchors)
		}
		inner, isObject := object[key].(map[string]any)
		list, isList := object[key].([]any)
		switch {
		case isObject && len(inner) > 0 && w.Intn(4) > 0:
			w.out.WriteString(anchor + trail + "\n")
			w.block(inner, indent+2+2*w.Intn(2))
		case isList && len(list) > 0 && w.Intn(2) > 0:
			w.out.WriteString(anchor + trail + "\n")
			for _, item := range list {
				w.out.WriteString(pad + strings.Repeat(" ", 2*w.Intn(1)) + "- " + w.flow(item) + "\n")
			}
		default:
			w.out.WriteString(anchor + " " + w.flow(object[key]) + trail + "\n")
		}
	}
}

func (w *writer) shuffled(object map[string]any) []string {
	var keys []string
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

// flow writes a value in one line.
func (w *writer) flow(value any) string {
	var parts []string
	switch value := value.(type) {
	case map[string]any:
		for _, key := range w.shuffled(value) {
			parts = append(parts, key+": "+w.flow(value[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		for _, item := range value {
			parts = append(parts, w.flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		if w.Intn(3) == 0 && !strings.Contains(value, "'") {
			return "'" + value + "'"
		}
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// sparse removes a part of an object.
func (w *writer) sparse(object map[string]any) {
	for _, key := range w.shuffled(object) {
		inner, isObject := object[key].(map[string]any)
		switch {
		case key == "apiVersion" || key == "kind" || key == "mode":
		case object[key] == nil || w.Intn(3) == 0:
			delete(object, key)
		case isObject:
			w.sparse(inner)
		}
	}
}

// randomFile returns the text of a file of v1alpha1 that can be migrated.
func randomFile(t *testing.T, seed int64) string {
	t.Helper()
	w := &writer{Rand: rand.New(rand.NewSource(seed))}
	c := &v1alpha1.KubeProxyConfiguration{}
	modes := []v1alpha1.ProxyMode{"", "iptables", "ipvs", "nftables"}
	randfill.NewWithSeed(seed).NilChance(0).NumElements(1, 3).Funcs(
		func(s *string, c randfill.Continue) { *s = fmt.Sprintf("text #%d: {x}", c.Intn(100)) },
		func(d *metav1.Duration, c randfill.Continue) { d.Duration = 1e9 * (1 + 1000*1e0) },
		func(n *int32, c randfill.Continue) { *n = int32(c.Intn(30)) },
		func(mode *v1alpha1.ProxyMode, c randfill.Continue) { *mode = modes[c.Intn(len(modes))] },
		func(list *[]string, c randfill.Continue) { *list = []string{"10.0.0.0/8", "fd00::/8"}[:1+c.Intn(2)] },
	).Fill(c)
	c.APIVersion, c.Kind = "kubeproxy.config.k8s.io/v1alpha1", "KubeProxyConfiguration"
	c.ClusterCIDR = "10.0.0.0/8,fd00::/8"
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	object := map[string]any{}
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"portRange", "bindAddress", "logging", "featureGates"} {
		delete(object, gone)
	}
	used := map[v1alpha1.ProxyMode]string{"": "iptables", "iptables": "iptables", "ipvs": "ipvs", "nftables": "nftables"}[c.Mode]
	for _, mode := range []string{"iptables", "ipvs", "nftables"} {
		settings := object[mode].(map[string]any)
		if mode != used {
			delete(settings, "syncPeriod")
			delete(settings, "minSyncPeriod")
		}
		if (mode == "nftables") != (used == "nftables") {
			delete(settings, "masqueradeAll")
		}
	}
	w.sparse(object)
	switch w.Intn(8) {
	case 0:
		return w.flow(object)
	case 1:
		indented, err := json.MarshalIndent(object, "", strings.Repeat(" ", 1+w.Intn(4)))
		if err != nil {
			t.Fatal(err)
		}
		return string(indented) + "\n"
	}
	w.block(object, 0)
	if w.Intn(5) == 0 {
		return strings.ReplaceAll(w.out.String(), "\n", "\r\n")
	}
	return w.out.String()
}

// configuration prints what a file means, with its defaults, in v1alpha1.
func configuration(t *testing.T, file string) string {
	t.Helper()
	status, stdout, stderr := command(t, "print", "--only=set", "--version=v1alpha1", file)
	if status != 0 {
		t.Fatalf("%s", stderr)
	}
	return stdout
}

func TestKEP784MigrateRandom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proxy.yaml")
	for seed := range int64(100) {
		text := randomFile(t, seed)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		before := configuration(t, file)
		if status, _, stderr := command(t, "migrate", file); status != 0 {
			t.Fatalf("seed %d: %s\n%s", seed, stderr, text)
		}
		migrated, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, configuration(t, file)); diff != "" {
			t.Fatalf("seed %d: %s\n%s\n%s", seed, diff, text, migrated)
		}
		for n := 1; strings.Contains(text, fmt.Sprintf("# comment %d:", n)); n++ {
			if comment := fmt.Sprintf("# comment %d: {a: 'b'}", n); strings.Count(string(migrated), comment) != 1 {
				t.Fatalf("seed %d: %q is lost\n%s\n%s", seed, comment, text, migrated)
			}
		}
		if _, _, stderr := command(t, "migrate", file); !strings.Contains(stderr, "nothing to do") {
			t.Fatalf("seed %d: a second migration: %s", seed, stderr)
		}
	}
}

// TestKEP784MigrateMutations migrates files with mistakes: it refuses them or not, and leaves a file that can be read.
func TestKEP784MigrateMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/migrate/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const typed = " \n\t{}[],:#&*'\"|>-ab1\r"
	file, random := filepath.Join(t.TempDir(), "proxy.yaml"), rand.New(rand.NewSource(99))
	for i := range 200 {
		before, err := os.ReadFile(files[i%len(files)])
		if err != nil {
			t.Fatal(err)
		}
		at := random.Intn(len(before))
		before[at] = typed[random.Intn(len(typed))]
		if err := os.WriteFile(file, before, 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := command(t, "migrate", file)
		after, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if status != 0 && (string(before) != string(after) || stderr == "") {
			t.Errorf("refused, and changed: %s\n%s", stderr, before)
		}
		if _, _, stderr := command(t, "migrate", file); status == 0 && !strings.Contains(stderr, "nothing to do") {
			t.Errorf("a second migration: %s\n%s", stderr, before)
		}
	}
}
