package fromflags

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/scaffold"
)

// newManager are the functions that make managers with options.
var newManager = []string{
	"sigs.k8s.io/controller-runtime.NewManager", "sigs.k8s.io/controller-runtime/pkg/manager.New",
}

// managed are the fields of componentconfig/manager that flags of operators are known to be, with their types.
var managed = map[string][2]string{
	"metrics-bind-address": {"metrics.bindAddress", "string"}, "metrics-secure": {"metrics.secureServing", "bool"},
	"metrics-cert-path": {"metrics.certDir", "string"}, "metrics-cert-name": {"metrics.certName", "string"},
	"metrics-cert-key": {"metrics.keyName", "string"}, "webhook-cert-path": {"webhook.certDir", "string"},
	"webhook-cert-dir": {"webhook.certDir", "string"}, "webhook-cert-name": {"webhook.certName", "string"},
	"webhook-cert-key":          {"webhook.keyName", "string"},
	"health-probe-bind-address": {"health.healthProbeBindAddress", "string"},
	"leader-elect":              {"leaderElection.leaderElect", "bool"},
	"leader-election-id":        {"leaderElection.resourceName", "string"},
	"leader-election-namespace": {"leaderElection.resourceNamespace", "string"},
	"pprof-bind-address":        {"pprofBindAddress", "string"},
}

// sections are the fields of a manager's configuration, which no other field of an operator can have.
var sections = []string{"webhook", "leaderElection", "metrics", "health", "pprofBindAddress", "controller", "cache",
	"gracefulShutdownTimeout", "tls"}

// manage gives the flags of an operator the fields that the types of managers have for them, and keeps others away.
func manage(rows []*Row) {
	for _, row := range rows {
		field, section := managed[row.Name], row.Field[:max(0, strings.Index(row.Field, "."))]
		switch {
		case field[1] == row.Type && !slices.ContainsFunc(rows, func(r *Row) bool {
			return r != row && r.Field == field[0]
		}):
			row.Field = field[0]
		case slices.Contains(sections, section):
			row.Field = jsonName(strings.Join(flagtext.Words(row.Name), "-"))
		}
	}
}

// ready reports whether the types of managers have the field.
func (r *Row) ready() bool {
	for _, field := range managed {
		if field == [2]string{r.Field, r.Type} {
			return true
		}
	}
	return false
}

// fitManager reports whether rows fit beside the types of managers: these have fields for some of the flags, and for
// all that they are known to have fields for, and no other field has their place.
func fitManager(rows []*Row) (fit bool) {
	for _, row := range rows {
		section, _, _ := strings.Cut(row.Field, ".")
		if _, known := managed[row.Name]; row.ready() {
			fit = true
		} else if known || slices.Contains(sections, section) {
			return false
		}
	}
	return fit
}

// embeds reports whether the group gets the types of managers: the rows and the version of controller-runtime fit, and
// the function that parses the flags makes the one manager that files configure then.
func (c *Component) embeds(of scaffold.Component) (bool, error) {
	if !fitManager(c.Rows) || c.seen.Call < 0 || len(c.managers) != 1 ||
		semver.Compare(versions(c.before)["sigs.k8s.io/controller-runtime"], "v0.23.0") < 0 {
		return false, nil
	}
	made, parses := &c.managers[0], &c.calls[c.seen.Call]
	edited, err := parses.edit(c.Content(made.file), path.Join(of.Import(), "options"), made)
	return edited != nil && made.file == parses.at.Filename, err
}

// leaderElection is the type of the configuration of an election, and noElection one without values, as it is written.
const leaderElection = "&componentbaseconfigv1alpha1.LeaderElectionConfiguration"

var noElection = map[string]any{"leaderElect": nil, "leaseDuration": "0s", "renewDeadline": "0s", "retryPeriod": "0s",
	"resourceLock": "", "resourceName": "", "resourceNamespace": ""}

// embed adds the configuration of the manager to the root, with the flags and the defaults of the rows that it has
// fields for. It returns the other rows.
func (v *view) embed(root *structure, rows []*Row) (others []*Row) {
	m := member{Type: "managerconfigv1alpha1.ManagerConfiguration", Omit: "inline",
		Comment: []string{"managerConfiguration configures the manager."}}
	for _, row := range rows {
		if !row.ready() {
			others = append(others, row)
			continue
		}
		parts := strings.Split(row.Field, ".")
		for i, part := range parts {
			parts[i] = goName(part)
		}
		field := strings.Join(parts, ".")
		m.Comment = append(m.Comment, fmt.Sprintf("+subfield(%s)=+flag=%s", field, row.Name))
		v.Flagged = append(v.Flagged, field)
		if parts[0] == "LeaderElection" && v.values["leaderElection.leaseDuration"] == nil {
			v.Defaults = append(v.Defaults, setting{parts[0], leaderElection + "{}", "nil"})
			for name, zero := range noElection {
				v.values["leaderElection."+name] = zero
			}
		}
		switch value, _ := fieldTypes[row.Type].parse(row.Text); {
		case row.Varies || row.Text == "":
		case row.Type == "string":
			v.Defaults, v.values[row.Field] = append(v.Defaults, setting{field, strconv.Quote(row.Text), `""`}), value
		default:
			v.Defaults = append(v.Defaults, setting{field, "ptr.To(" + row.Text + ")", "nil"})
			v.values[row.Field] = value
		}
	}
	for _, section := range []string{"health", "metrics", "webhook"} { // which are written without values, too
		if !slices.ContainsFunc(v.Defaults, func(s setting) bool { return strings.HasPrefix(s.Path, goName(section)+".") }) {
			v.values[section] = struct{}{}
		}
	}
	root.Fields = append(root.Fields, m)
	return others
}

// defaulted reports whether an empty text in a file is the default of the field, which it is not on the command line.
func (r *Row) defaulted() bool { return r.ready() && r.Type == "string" && r.Text != "" }
