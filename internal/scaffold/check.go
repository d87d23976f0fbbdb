package scaffold

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/mod/module"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/configgen/configgen/diag"
)

// finding is a mistake in an answer. Its position is the flag that gives the answer.
func finding(flag, code, message, fix string) diag.Diagnostic {
	return diag.At(token.Position{Filename: flag}, token.Position{}, code, message, fix)
}

// Check returns the mistakes in the names of a component, each finding at the flag of configgen init that gives the
// name.
func (c Component) Check() []diag.Diagnostic {
	findings := slices.Concat(c.checkGroup(), c.checkKind(), CheckVersion("--version", c.Version), c.checkModule(),
		c.checkName(), c.checkPath(), c.checkTools())
	if c.Layout != Internal && c.Layout != External {
		findings = append(findings,
			finding("--layout", "layout", fmt.Sprintf("unknown layout %q", c.Layout), "specify internal or external"))
	}
	findings = append(findings, c.checkManager()...)
	if len(findings) > 0 {
		return findings
	}
	files, err := c.Files()
	if err != nil {
		return nil // which the caller, who needs the files, reports
	}
	return c.checkPackages(files)
}

// checkManager refuses what operators do not have.
func (c Component) checkManager() (findings []diag.Diagnostic) {
	for flag, given := range map[string]bool{
		"--layout": c.Layout == External, "--flags-struct": c.FlagsStruct != "", "--dynamic": c.Dynamic && !c.Assignments,
		"--assignments": c.Assignments, "--zpages": c.ZPages,
	} {
		if c.Manager && given {
			findings = append(findings, finding(flag, "operator-layout",
				"an operator of --manager has internal types, and neither other flags nor pages",
				"leave the flag out, or leave out --manager and use package componentconfig/manager"))
		}
	}
	return findings
}

func (c Component) checkGroup() []diag.Diagnostic {
	return problem("--group", "group-name", c.Group, "an API group",
		"specify lower case words with dots between them, as in relay.config.example.io",
		strings.Contains(c.Group, ".") && len(validation.IsDNS1123Subdomain(c.Group)) == 0)
}

// checkKind refuses names that Go or a flags struct cannot have, and names that the other files use for something else.
// Keywords are in lower case, so an upper case letter rules them out.
func (c Component) checkKind() []diag.Diagnostic {
	if slices.Contains(connecting, c.Kind) {
		return []diag.Diagnostic{finding("--kind", "kind-name",
			fmt.Sprintf("%s is what every package of a version calls something else", c.Kind),
			"specify another word, as in RelayConfiguration")}
	}
	ascii := strings.IndexFunc(c.Kind, func(r rune) bool { return r > unicode.MaxASCII }) < 0
	return problem("--kind", "kind-name", c.Kind, "the name of an exported Go type",
		"specify one word that begins with an upper case letter, as in RelayConfiguration",
		ascii && token.IsIdentifier(c.Kind) && token.IsExported(c.Kind))
}

// CheckVersion returns the mistake in the name of a version, at the user's argument.
func CheckVersion(where, version string) []diag.Diagnostic {
	return problem(
		where, "version-name", version, "a version of an API", "specify v1, v1alpha1, v1beta2 or the like",
		versionParts.MatchString(version),
	)
}

// checkModule holds a new module to what others can download. One that exists may be called by whatever imports can be.
// No module can require itself.
func (c Component) checkModule() []diag.Diagnostic {
	libraries, modules := c.imported()
	pinned := func(p pin) bool { return p.path == c.Module }
	if slices.Contains(libraries, c.Module) || slices.ContainsFunc(modules, pinned) {
		return []diag.Diagnostic{finding("--module", "module-path",
			fmt.Sprintf("%s is a module that the component requires", c.Module),
			"specify the path of a module of your own, as in example.com/relay")}
	}
	good := module.CheckPath(c.Module) == nil || c.InModule && module.CheckImportPath(c.Module) == nil
	return problem(
		"--module", "module-path", c.Module, "the path of a module", "specify a domain and a path, as in example.com/relay",
		good,
	)
}

func (c Component) checkName() []diag.Diagnostic {
	if c.Group == "" {
		return nil // the name follows from the group
	}
	return problem("--component", "component-name", c.Name, "the name of a program",
		"specify lower case letters, digits and dashes, as in relay-agent",
		len(validation.IsDNS1123Label(c.Name)) == 0 && buildable(c.Name))
}

func (c Component) checkPath() []diag.Diagnostic {
	name := path.Base(c.Path)
	local := !path.IsAbs(c.Path) && path.Clean(c.Path) == c.Path && c.Path != ".." && !strings.HasPrefix(c.Path, "../")
	good := local && buildable(c.Path) && token.IsIdentifier(name) && name == strings.ToLower(name)
	if good && (slices.Contains(
		[]string{"options", "validation", "scheme", c.Version}, name,
	) || shadowed(name, c.Manager)) {
		return []diag.Diagnostic{finding("--path", "group-directory",
			fmt.Sprintf("%q would hold a package %s, and the files of the component use that name for something else", c.Path,
				name),
			"specify a path such as apis/config")}
	}
	return problem(
		"--path", "group-directory", c.Path, "a directory for a Go package below the root of the module",
		"specify a path whose last word has lower case letters and digits only, such as apis/config", good,
	)
}

// checkPackages refuses --path if files of different packages would be in one directory.
func (c Component) checkPackages(files []File) []diag.Diagnostic {
	packages := map[string]string{}
	for _, file := range files {
		syntax, err := parser.ParseFile(token.NewFileSet(), file.Path, file.Content, parser.PackageClauseOnly)
		if path.Ext(file.Path) != ".go" || err != nil {
			continue
		}
		dir, name := path.Dir(file.Path), strings.TrimSuffix(syntax.Name.Name, "_test")
		if other := packages[dir]; other != "" && other != name {
			return []diag.Diagnostic{finding("--path", "group-directory",
				fmt.Sprintf("%s would hold the packages %s and %s", dir, min(other, name), max(other, name)),
				"specify a path such as apis/config")}
		}
		packages[dir] = name
	}
	return nil
}

func (c Component) checkTools() []diag.Diagnostic {
	for _, directory := range []string{c.Path, c.ProgramPath()} {
		if strings.HasPrefix(directory+"/", c.Tools+"/") {
			return []diag.Diagnostic{finding("--tools", "tools-directory",
				fmt.Sprintf("%s would hold %s, which a go.mod would take out of the module", c.Tools, directory),
				"specify a path such as tools or hack/tools")}
		}
	}
	return problem("--tools", "tools-directory", c.Tools, "a directory for a module below the root of the module",
		"specify a path such as tools or hack/tools",
		c.Tools != "." && fs.ValidPath(c.Tools) && module.CheckImportPath("example.com/"+c.Tools) == nil)
}

// problem is the finding about a name; none where it is as it should be.
func problem(where, code, name, what, fix string, good bool) []diag.Diagnostic {
	if good {
		return nil
	}
	message := fmt.Sprintf("%q is not %s", name, what)
	if name == "" {
		message = what + " is missing"
	}
	return []diag.Diagnostic{finding(where, code, message, fix)}
}
