//go:build tools

package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// staying are the flags of components that generated code could replace, and whose registrations --remove does not
// delete.
var staying = map[string]int{
	"descheduler, as published": 2, // their registrations set defaults that the constructor does not set
	"every construct":           6, // their registrations set defaults, or are not plain statements
	"kube-proxy":                2, // registrations for Windows have defaults that the constructor does not have
	"the sample, by hand":       3, // their registrations set defaults that the constructor does not set
}

// adoptables returns the components of the table in docs/how-to/adopt.md.
func adoptables() []adoptable {
	const certManager, descheduler = "github.com/cert-manager/cert-manager", "sigs.k8s.io/descheduler"
	const webhook = certManager + "/pkg/webhook/"
	every := registeredByHand("every construct", "every/options", "NewOptions", "path-refs=PathRefs")
	every.demonstration = true
	proxy := registeredByHand("kube-proxy", "kubeproxy/cmd/app", "NewOptions")
	sample := registeredByHand("the sample, by hand", "relay/cmd/relay/options", "NewOptions", "path-refs=PathRefs")
	for i, arg := range sample.args { // functions named by their directories
		sample.args[i] = strings.Replace(arg, byHand, "./", 1)
	}
	return []adoptable{
		registeredByHand("cert-manager controller", "certmanager/cmd/controller/options", "NewControllerConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		registeredByHand("cert-manager cainjector", "certmanager/cmd/cainjector/options", "NewCAInjectorConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		registeredByHand("cert-manager webhook", "certmanager/cmd/webhook/options", "NewWebhookConfiguration",
			"add-flags=AddConfigFlags", "path-refs=PathRefs"),
		{name: "cert-manager webhook, as published", module: "../../testdata/replacements/certmanager",
			published: certManager, directory: "./...", packages: []string{webhook + "options", webhook + "configfile"},
			args: []string{"--flags", webhook + "options.NewWebhookConfiguration", "--add-flags", webhook +
				"options.AddConfigFlags", "--path-refs", webhook + "configfile.WebhookConfigurationPathRefs"}},
		proxy,
		{name: "descheduler, as published", module: "../../testdata/replacements/descheduler", published: descheduler,
			directory: "./...", packages: []string{descheduler + "/cmd/descheduler/app/options"},
			args: []string{"--flags", descheduler + "/cmd/descheduler/app/options.NewDeschedulerServer"}},
		sample,
		every,
	}
}

// TestAdoptAll adopts the components whose flags are registered by hand, after they have been built. A second run
// changes nothing, and registrations of proven flags can be removed.
func TestAdoptAll(t *testing.T) {
	page := testfiles.Read(t, "../../docs/how-to/adopt.md")
	for _, a := range adoptables() {
		t.Run(a.name, func(t *testing.T) {
			dir := a.copied(t)
			goTool(t, dir, "", "build", a.directory) // as the user has done
			if row := a.check(t, dir); !strings.Contains(string(page), row) {
				t.Errorf("docs/how-to/adopt.md does not have the row\n%s", row)
			}
			a.idempotent(t, dir)
			a.removable(t, dir)
		})
	}
}

// idempotent expects that a second run changes nothing.
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

// removable expects that the component builds, and passes its tests if they are here, after the registrations are
// removed, and that another run has nothing to do, with --remove or without.
func (a adoptable) removable(t *testing.T, dir string) {
	t.Helper()
	if report, _ := a.adopt(t, dir, "--remove"); len(report.Removal.Removed)+staying[a.name] != report.Removal.Removable {
		t.Errorf("removed: %+v, by hand: %+v", report.Removal, report.ByHand)
	}
	goTool(t, dir, "", "vet", a.directory)
	if a.published == "" { // the others have no tests, and need minutes to be compiled for another system
		goTool(t, dir, "windows", "vet", a.directory)
		goTool(t, dir, "", "test", ".")
	}
	before := filesOf(t, dir)
	if report, _ := a.adopt(t, dir, "--remove"); len(report.Files) > 0 || report.Removal.Removable != staying[a.name] {
		t.Errorf("a second removal changes %q, and can remove %d flags", report.Files, report.Removal.Removable)
	}
	if after := filesOf(t, dir); !maps.Equal(before, after) {
		t.Error("a second removal changes files")
	}
	a.idempotent(t, dir)
}

// keptOptions are options with markers. One of these says something else than the registration.
const keptOptions = `package kept

import "github.com/spf13/pflag"

// Options are flags.
// +flags(defaults: "NewOptions", method: "AddMarkedFlags")
type Options struct {
	// +flag(usage: "A name.")
	Name string
	// +flag(usage: "Something else.", hidden: true)
	Last string
}

// NewOptions returns the defaults.
func NewOptions() *Options { return &Options{Name: "a"} }

// AddFlags registers the flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Name, "name", o.Name, "A name.")
	fs.StringVar(&o.Last, "last", o.Last, "The last one.")
}
`

// TestAdoptKeep expects that a flag that stays, and has a marker that says something else, does not keep the others.
func TestAdoptKeep(t *testing.T) {
	a := adoptable{module: "../../testdata/adopt", args: []string{"--flags", "./kept.NewOptions"}}
	dir := a.copied(t)
	name := filepath.Join(dir, "kept", "options.go")
	err := errors.Join(os.Mkdir(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(keptOptions), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	report, _ := a.adopt(t, dir, "--remove", "--keep=last")
	if got := strings.Join(report.Removal.Removed, " "); got != "name" {
		t.Errorf("removed: %q, %+v", got, report)
	}
	content, err := os.ReadFile(name)
	if err != nil || strings.Contains(string(content), "Something else") || !strings.Contains(string(content), `"last"`) {
		t.Errorf("got %s, %v", content, err)
	}
	goTool(t, dir, "", "vet", "./kept/...")
}

// TestAdoptSeveral adopts the components of one module one after the other. They share structs, which keep their
// markers: the generated files of other components are unchanged, and the first component is still proven.
func TestAdoptSeveral(t *testing.T) {
	var components []adoptable
	for _, a := range adoptables() {
		if a.published == "" && strings.HasPrefix(a.name, "cert-manager ") {
			components = append(components, a)
		}
	}
	dir := components[0].copied(t)
	files := filesOf(t, dir)
	for _, a := range components {
		report, _ := a.adopt(t, dir, "--remove")
		summary := report.Proof.Summary
		if all := summary.Flags.Total; summary.Flags.Equal < all || len(report.Removal.Removed) < all ||
			summary.Fields.Equal < summary.Fields.Total || summary.Paths.Equal < summary.Paths.Total {
			t.Errorf("%s: %+v, removed: %+v", a.name, summary, report.Removal)
		}
		own := strings.TrimPrefix(a.name, "cert-manager ")
		after := filesOf(t, dir)
		for name, content := range after {
			if before, known := files[name]; before != content && !strings.Contains(name, "/"+own+"/") {
				t.Errorf("%s changes %s, which was there: %t", a.name, name, known)
			}
		}
		files = after
	}
	if status, output := run(t, dir, "verify", "./certmanager/..."); status != 0 {
		t.Error(output)
	}
	goTool(t, dir, "", "test", ".")
	if report, _ := components[0].adopt(t, dir); len(report.Files) > 0 || report.Proof == nil ||
		report.Proof.Summary.Flags.Equal < report.Proof.Summary.Flags.Total {
		t.Errorf("the first component is not what it was: %+v", report)
	}
}

// lies are changes of the markers in every/config/types.go, by the flag that each is about.
var lies = map[string][2]string{
	"bind-address": {"+legacyDefault=0.0.0.0", "+legacyDefault=192.0.2.9"},
	"color":        {`, noOptDefVal: "always"`, ""},
	"retries":      {"Number of attempts.", "Number of retries."},
	"server":       {`shorthand: "s"`, `shorthand: "S"`},
	"timeout":      {`"Time that a request has.")`, `"Time that a request has.", hidden: true)`},
}

// TestAdoptLies expects that markers that say something else than the registration do not pass the proof.
func TestAdoptLies(t *testing.T) {
	all := adoptables()
	a := all[len(all)-1]
	dir := a.copied(t)
	a.adopt(t, dir)
	name := filepath.Join(dir, "every", "config", "types.go")
	copyFile(t, name, name, func(text string) string {
		for _, flag := range slices.Sorted(maps.Keys(lies)) {
			lie := lies[flag]
			if strings.Count(text, lie[0]) != 1 {
				t.Fatalf("%q is there %d times", lie[0], strings.Count(text, lie[0]))
			}
			text = strings.Replace(text, lie[0], lie[1], 1)
		}
		return text
	})
	report, _ := a.adopt(t, dir, "--dry-run")
	if report.Proof == nil {
		t.Fatalf("nothing is proven: %+v", report)
	}
	for _, flag := range report.Proof.Flags {
		_, lied := lies[flag.Name]
		if proven := strings.HasPrefix(flag.Verdict, "equal"); proven && lied {
			t.Errorf("--%s is %s, although its marker lies", flag.Name, flag.Verdict)
		}
	}
	copyFile(t, name, name, func(text string) string { // on the field of the neighbor
		return strings.NewReplacer("=max-readers", "=max-writers", "=max-writers", "=max-readers").Replace(text)
	})
	if report, _ = a.adopt(t, dir, "--dry-run"); report.Proof == nil && len(report.Findings) > 0 {
		return
	}
	for _, flag := range report.Proof.Flags {
		if flag.Name == "max-readers" && strings.HasPrefix(flag.Verdict, "equal") {
			t.Errorf("--max-readers is %s, although it sets the field of another flag", flag.Verdict)
		}
	}
}

// filesOf returns the files of a module, without the files in .git.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, content := range testfiles.Tree(t, dir) {
		if !strings.HasPrefix(name, ".git/") {
			files[name] = content
		}
	}
	return files
}
