//go:build tools

package rules

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record what the rules find in published types")

// published are packages with types of released components, and their roots.
var published = []struct {
	component, path string
	roots           []string
}{
	{"kubelet", "k8s.io/kubelet/config/v1beta1", []string{"KubeletConfiguration", "CredentialProviderConfig"}},
	{"kube-proxy", "k8s.io/kube-proxy/config/v1alpha1", []string{"KubeProxyConfiguration"}},
	{"kube-scheduler", "k8s.io/kube-scheduler/config/v1", []string{
		"KubeSchedulerConfiguration", "DefaultPreemptionArgs", "InterPodAffinityArgs", "NodeResourcesFitArgs",
		"PodTopologySpreadArgs", "NodeResourcesBalancedAllocationArgs", "VolumeBindingArgs", "NodeAffinityArgs",
	}},
	{"kube-controller-manager", "k8s.io/kube-controller-manager/config/v1alpha1",
		[]string{"KubeControllerManagerConfiguration"}},
	{"cloud-controller-manager", "k8s.io/cloud-provider/config/v1alpha1",
		[]string{"CloudControllerManagerConfiguration"}},
	{"cloud-controller-manager", "k8s.io/controller-manager/config/v1alpha1", []string{"LeaderMigrationConfiguration"}},
	{"kube-apiserver", "k8s.io/apiserver/pkg/apis/apiserver/v1", []string{
		"AdmissionConfiguration", "AuthenticationConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration",
	}},
	{"kube-apiserver", "k8s.io/apiserver/pkg/apis/apiserver/v1beta1", []string{
		"EgressSelectorConfiguration", "TracingConfiguration",
	}},
}

// TestPublished compares the findings about the published types of six components with the findings that were reviewed
// one by one. A row of verdicts.csv is a finding: component, rule, kind and field, message, verdict (true or disputed),
// and reason.
func TestPublished(t *testing.T) {
	const name = "testdata/published/verdicts.csv"
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/published")); err != nil {
		t.Fatal(err)
	}
	components := map[string]string{}
	for _, p := range published {
		command := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", p.path)
		command.Dir = dir
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		into := strings.ReplaceAll(path.Dir(p.path), "/", "-") + "/" + path.Base(p.path)
		components[into] = p.component
		copyTypes(t, strings.TrimSpace(string(out)), filepath.Join(dir, into), p.roots)
	}
	verdicts := read(t, name)
	var rows [][]string
	for into, groups := range described(t, dir) {
		for _, g := range groups {
			for _, d := range lint.Run([]*group.Group{g}, All(), lint.Choice{}) {
				row := []string{components[into], d.Code, d.Message}
				if i := slices.IndexFunc(verdicts, func(v []string) bool { return slices.Equal(v[:3], row) }); i >= 0 {
					row = verdicts[i]
				} else {
					row = append(row, "unread", "")
				}
				rows = append(rows, row)
			}
		}
	}
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	if *update {
		testfiles.Write(t, name, text(t, rows))
		return
	}
	if got := text(t, rows); got != text(t, verdicts) {
		t.Errorf("the findings are not those of %s; record them with -update, and read the new ones", name)
	}
	right := 0
	for _, row := range rows {
		if row[3] == "true" {
			right++
		}
	}
	if right*10 < len(rows)*9 {
		t.Errorf("%d of %d findings are right, fewer than 9 of 10", right, len(rows))
	}
}

// generatorTag matches the tags that make a package a version of another one.
var generatorTag = regexp.MustCompile(`(?m)^// \+k8s:conversion-gen.*\n`)

// copyTypes copies the files of a package that people wrote, and marks its roots.
func copyTypes(t *testing.T, from, to string, roots []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(from, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "zz_generated.") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		content := testfiles.Read(t, file)
		content = generatorTag.ReplaceAll(content, nil)
		for _, root := range roots {
			head := "\ntype " + root + " struct {"
			content = bytes.Replace(content, []byte(head), []byte("\n// +config"+head), 1)
		}
		testfiles.Write(t, filepath.Join(to, name), content)
	}
}

// read returns the rows of a file.
func read(t *testing.T, name string) [][]string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil && !*update {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// text are rows as a file.
func text(t *testing.T, rows [][]string) string {
	t.Helper()
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(fmt.Errorf("write rows: %w", err))
	}
	return b.String()
}
