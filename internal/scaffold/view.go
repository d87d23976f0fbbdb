package scaffold

import (
	"path"
	"strings"

	"golang.org/x/mod/modfile"
)

// toolModule is configgen's own module, toolPackage the program that the module of tools is about.
const (
	toolModule  = "github.com/configgen/configgen"
	toolPackage = toolModule + "/cmd/configgen"
)

// view is the data of the templates: the component, and names derived from it that only templates use.
type view struct{ Component }

// Package is the name of the package in the group's directory.
func (v view) Package() string { return path.Base(v.Path) }

// InternalPackage is the import path of the package whose types the program works with.
func (v view) InternalPackage() string {
	if v.Internal() {
		return v.Import()
	}
	return v.Import() + "/" + v.Version
}

// InternalPackageName is the name of that package.
func (v view) InternalPackageName() string { return path.Base(v.InternalPackage()) }

// Parameters are the parameters of functions of the program that need more than the configuration.
func (v view) Parameters() string {
	return v.extras("flags *options."+v.FlagsStruct, "server *health")
}

// Arguments are what main passes for them.
func (v view) Arguments() string { return v.extras("flags", "server") }

// Fresh are such arguments without variables.
func (v view) Fresh() string { return v.extras("options.New"+v.FlagsStruct+"()", "&health{}") }

// extras are the words for the flags and health checks that the component has.
func (v view) extras(flags, health string) string {
	var all []string
	if v.FlagsStruct != "" {
		all = append(all, flags)
	}
	if v.Dynamic {
		all = append(all, health)
	}
	return strings.Join(all, ", ")
}

// Tool is the command line that runs configgen from a directory of the module; empty for its root. go tool cannot be
// told to pass over a vendor directory, which is the module's and not the tools', and which may be made later; go run
// can, and keeps the program in the build cache as well.
func (v view) Tool(directory string) string {
	tools := v.Tools + "/go.mod"
	if directory != "" {
		tools = strings.Repeat("../", strings.Count(directory, "/")+1) + tools
	}
	return "go run -mod=readonly -modfile=" + tools + " " + toolPackage
}

// Generate is the command line by which go generate runs configgen from a directory of the module. The go command
// accepts -modfile only outside of workspaces.
func (v view) Generate(directory string) string {
	if v.Workspace {
		return "env GOWORK=off " + v.Tool(directory)
	}
	return v.Tool(directory)
}

// Beside reports whether the checkout of configgen is at a relative path, which a workflow can clone it to.
func (v view) Beside() bool { return strings.HasPrefix(v.Replace, "../") }

// Replaced is a directory below ReplaceFromRoot, which begins with a slash, as a go.mod has it.
func (v view) Replaced(directory string) string {
	return modfile.AutoQuote(v.ReplaceFromRoot + directory)
}

// GoVersion is what go.mod says: the oldest Go that the Kubernetes libraries in it build with.
func (v view) GoVersion() string { return goVersion }

// ToolGoVersion is what go.mod of the tools says before go mod tidy: the oldest Go that configgen builds with.
func (v view) ToolGoVersion() string { return toolGoVersion }

// NextVersion is the version that most likely comes after the first one.
func (v view) NextVersion() string { return NextVersion(v.Version) }
