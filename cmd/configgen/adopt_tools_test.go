//go:build tools

package main

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
)

// byHand are functions of package adopt, in testdata/adopt.
const byHand = "example.com/adopt/"

// adoptables are the components of the table in docs/how-to/adopt.md.
func adoptables() []adoptable {
	named := func(name, options, constructor string, more ...string) adoptable {
		options = byHand + options
		args := []string{"--flags", options + "." + constructor}
		for _, flag := range more {
			flag, function, _ := strings.Cut(flag, "=")
			args = append(args, "--"+flag, options+"."+function)
		}
		return adoptable{name: name, module: "../../testdata/adopt", args: args}
	}
	const certManager, descheduler = "github.com/cert-manager/cert-manager", "sigs.k8s.io/descheduler"
	const webhook = certManager + "/pkg/webhook/"
	return []adoptable{
		named("cert-manager controller", "certmanager/cmd/controller/options", "NewControllerConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		named("cert-manager cainjector", "certmanager/cmd/cainjector/options", "NewCAInjectorConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		named("cert-manager webhook", "certmanager/cmd/webhook/options", "NewWebhookConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		{name: "cert-manager webhook, as published", module: "../../testdata/replacements/certmanager", published: certManager,
			packages: []string{webhook + "options", webhook + "configfile"},
			args: []string{"--flags", webhook + "options.NewWebhookConfiguration", "--add-flags", webhook +
				"options.AddConfigFlags", "--path-refs", webhook + "configfile.WebhookConfigurationPathRefs"}},
		named("kube-proxy", "kubeproxy/cmd/app", "NewOptions"),
		{name: "descheduler, as published", module: "../../testdata/replacements/descheduler", published: descheduler,
			packages: []string{descheduler + "/cmd/descheduler/app/options"},
			args:     []string{"--flags", descheduler + "/cmd/descheduler/app/options.NewDeschedulerServer"}},
		named("sample", "relay/cmd/relay/options", "NewOptions", "path-refs=PathRefs"),
		named("every construct", "every/options", "NewOptions", "path-refs=PathRefs"),
	}
}

// TestAdopt adopts the components whose flags are registered by hand: 95 of 100 markers are written without a touch,
// what they say is proven, a second run changes nothing, and what is proven can be removed.
func TestAdopt(t *testing.T) {
	var table strings.Builder
	for _, a := range adoptables() {
		t.Run(a.name, func(t *testing.T) {
			dir := a.copied(t)
			report, took := a.adopt(t, dir)
			t.Logf("%+v", report)
			if report.Proof == nil {
				t.Fatal("nothing is proven")
			}
			flags, paths, fields := report.Proof.Summary.Flags, report.Proof.Summary.Paths, report.Proof.Summary.Fields
			if equal, total := flags.Equal+paths.Equal, flags.Total+paths.Total; 100*equal < 95*total {
				t.Errorf("%d of %d flags and paths are written and equal, less than 95%%", equal, total)
			}
			if fields.Equal != fields.Total {
				t.Errorf("%d of %d values are equal before any flag is set", fields.Equal, fields.Total)
			}
			row := fmt.Sprintf("| %s | %d | %d | %d | %d |", a.name, flags.Total, flags.Equal, report.Markers,
				len(report.ByHand))
			t.Logf("%s %.1f |", row, took.Seconds())
			table.WriteString(row + "\n")
			a.idempotent(t, dir)
			a.removable(t)
		})
	}
	page, err := os.ReadFile("../../docs/how-to/adopt.md")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(table.String()) {
		if !strings.Contains(string(page), strings.TrimSuffix(row, "\n")) {
			t.Errorf("docs/how-to/adopt.md does not have the row\n%s", row)
		}
	}
}

// idempotent expects that a second run changes nothing, also after the code is generated.
func (a adoptable) idempotent(t *testing.T, dir string) {
	t.Helper()
	before := filesOf(t, dir)
	if report, _ := a.adopt(t, dir); len(report.Files) > 0 {
		t.Errorf("a second run changes %q", report.Files)
	}
	if after := filesOf(t, dir); !maps.Equal(before, after) {
		t.Error("a second run changes files")
	}
}

// removable expects that the module builds and passes its tests after the registrations are removed, and that another
// run has nothing to do.
func (a adoptable) removable(t *testing.T) {
	t.Helper()
	dir := a.copied(t)
	a.adopt(t, dir, "--remove")
	goTool(t, dir, "", "vet", "./...")
	goTool(t, dir, "windows", "vet", "./...")
	goTool(t, dir, "", "test", "./...")
	before := filesOf(t, dir)
	if report, _ := a.adopt(t, dir, "--remove"); len(report.Files) > 0 {
		t.Errorf("a second removal changes %q", report.Files)
	}
	if after := filesOf(t, dir); !maps.Equal(before, after) {
		t.Error("a second removal changes files")
	}
}
