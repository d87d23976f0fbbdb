package cli

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/report"
)

// adoptBridged lists the flags that come over the bridge of init --from-flags: the flags that the component registers.
func adoptBridged(ctx context.Context, t *tool, asked adoptRequest) error {
	request := source.Request{Dir: asked.Dir, Env: asked.Env, Packages: []string{asked.bridged}}
	var module *source.Module
	var err error
	t.during("reading the component", func() { module, err = source.Load(ctx, request) })
	if err != nil {
		return err
	}
	var mistakes []diag.Diagnostic
	for _, pkg := range module.Packages() {
		if len(pkg.Mistakes) > 0 {
			mistakes = append(mistakes, diag.At(pkg.Mistakes[0].At, token.Position{}, "adopt-probe",
				"the package does not compile: "+pkg.Mistakes[0].Text, "correct it, and run the command again"))
		}
	}
	if len(mistakes) > 0 {
		return t.refuse(mistakes)
	}
	root, err := bridgedRoot(ctx, t, module)
	switch {
	case err != nil:
		return err
	case module.Package(module.Asked[0]) == nil:
		return fmt.Errorf("%s is not a package of this module; name that of the program, as in ./cmd/relay", asked.bridged)
	case root == nil:
		return fmt.Errorf("no package of %s calls commandline.Load with a configuration of this module; start with "+
			"configgen init --from-flags %[1]s", asked.bridged)
	}
	result := &adopt.Result{Plan: &plan.Plan{}}
	registered, defaulted := module.Everywhere(), defaultedFields(root)
	var others []string
	root.Walk(func(field *group.Field) {
		for _, flag := range field.Flags {
			at := slices.IndexFunc(registered, func(target source.Target) bool { return target.Flag == flag.Name })
			if at < 0 {
				others = append(others, "--"+flag.Name)
			} else {
				result.Plan.Unmarked = append(result.Plan.Unmarked, bridgedFlag(t, field, registered[at],
					defaulted[field.JSONPath]))
			}
		}
	})
	slices.SortStableFunc(result.Plan.Unmarked, plan.Unmarked.Compare)
	if err := printBridged(t, asked, result, others); err != nil {
		return err
	}
	if len(result.Plan.Unmarked) > 0 {
		return errFindings
	}
	return nil
}

// bridgedRoot returns the root of the configuration that the component loads with package commandline; nil if it loads
// none.
func bridgedRoot(ctx context.Context, t *tool, module *source.Module) (*group.Root, error) {
	loaded := module.LoadedBy("github.com/configgen/configgen/componentconfig/commandline.Load")
	if loaded == nil {
		return nil, nil
	}
	session, _, err := t.load(ctx, []string{loaded.Pkg().Path()}, nil)
	if err != nil {
		return nil, err
	}
	groups, _ := model.Groups(session)
	for _, g := range groups {
		for _, root := range g.Roots {
			if root.Name == loaded.Name() {
				return root, nil
			}
		}
	}
	return nil, nil
}

// defaultedFields returns the fields that are known to have a default, by their JSON paths.
func defaultedFields(root *group.Root) map[string]bool {
	known := map[string]bool{}
	for _, version := range root.External {
		version.Walk(func(field *group.Field) {
			known[field.JSONPath] = known[field.JSONPath] || field.Default != nil && field.Default.Value != ""
		})
	}
	return known
}

// bridgedFlag returns an entry with the steps that move a flag into code. Without a default, a pointer field can be
// nil.
func bridgedFlag(t *tool, field *group.Field, target source.Target, defaulted bool) plan.Unmarked {
	var uses []string
	for _, at := range target.Uses[:min(len(target.Uses), 5)] {
		uses = append(uses, fmt.Sprintf("%s:%d", t.reporter(report.Text).Path(at.Filename), at.Line))
	}
	if more := len(target.Uses) - len(uses); more > 0 {
		uses = append(uses, fmt.Sprintf("%d other places", more))
	}
	edits := []string{"delete this registration"}
	if len(uses) > 0 || target.Variable == "" {
		read := "read " + typed(field, target.Type, defaulted)
		edits = append([]string{strings.TrimSuffix(read+" at "+strings.Join(uses, ", "), " at ")}, edits...)
	}
	if target.Default.Text != "" && target.Default.Kind != source.Constant {
		edits = append(edits, "use the default "+target.Default.Text+" where the field is empty")
	}
	if strings.HasPrefix(target.Method, "Var") {
		edits = append(edits, "refuse in the validation of the configuration what its method Set refuses")
	}
	return plan.Unmarked{
		Position: target.Start, Flag: target.Flag, Kind: plan.Bridged, Do: strings.Join(edits, ", "),
		Why: fmt.Sprintf("files set %s by the field %s", cmp.Or(target.Variable, "it"), field.JSONPath),
	}
}

// typed returns the expression of a field, as a value of the type of a variable that it takes the place of.
func typed(field *group.Field, t types.Type, defaulted bool) string {
	expression, of := "config."+field.Path, field.Type.Deref()
	duration, pointer := of.Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration"), field.Type.Kind == "pointer"
	switch {
	case pointer && !defaulted:
		expression = fmt.Sprintf("ptr.Deref(%s, %s)", expression, zeroOf(of))
	case pointer && !duration:
		expression = "*" + expression
	}
	if duration {
		return expression + ".Duration"
	}
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if t == nil {
		return expression
	}
	name := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	b, basic := t.Underlying().(*types.Basic)
	if basic && name != of.String() && of.Wraps == nil && (b.Info()&types.IsString != 0) == (of.Kind == "string") {
		return strings.TrimPrefix(name, "main.") + "(" + expression + ")"
	}
	return expression
}

// zeroOf returns the zero value of a type in Go.
func zeroOf(t *group.Type) string {
	zero, known := emit.Zero(t)
	switch {
	case known:
		return zero.GoString()
	case t.Kind == "bool":
		return "false"
	}
	return t.String() + "{}"
}

// printBridged prints the report.
func printBridged(t *tool, asked adoptRequest, result *adopt.Result, others []string) error {
	r, flags := t.reporter(report.Text), len(result.Plan.Unmarked)
	if asked.format == "json" {
		return adoptJSON(t.env.Stdout, r, asked, result)
	}
	text := byHandText(r, result.Plan.Unmarked)
	text += fmt.Sprintf("flags: %d of %d come over the bridge; config is what options.CommandLine returns\n", flags,
		flags+len(others))
	if len(others) > 0 {
		text += "flags that the module does not register by their names, because they have moved, or a library or a loop " +
			"registers them: " + strings.Join(others, ", ") + "\n"
	}
	_, err := io.WriteString(t.env.Stdout, text)
	return err
}
