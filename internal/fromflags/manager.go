package fromflags

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/scaffold"
)

// newManager are the functions that make managers with options.
var newManager = []string{
	"sigs.k8s.io/controller-runtime.NewManager", "sigs.k8s.io/controller-runtime/pkg/manager.New",
}

// managed are the fields of componentconfig/manager, with their types, that flags of operators are known to be.
var managed = []struct{ field, of, flags string }{
	{"metrics.bindAddress", "string", "metrics-bind-address metrics-bind-addr metrics-addr"},
	{"metrics.secureServing", "bool", "metrics-secure"},
	{"metrics.certDir", "string", "metrics-cert-path"},
	{"metrics.certName", "string", "metrics-cert-name"},
	{"metrics.keyName", "string", "metrics-cert-key"},
	{"webhook.port", "int64", "webhook-port"},
	{"webhook.host", "string", "webhook-host"},
	{"webhook.certDir", "string", "webhook-cert-path webhook-cert-dir"},
	{"webhook.certName", "string", "webhook-cert-name"},
	{"webhook.keyName", "string", "webhook-cert-key webhook-key-name"},
	{"health.healthProbeBindAddress", "string", "health-probe-bind-address health-probe-addr health-addr"},
	{"leaderElection.leaderElect", "bool", "leader-elect enable-leader-election"},
	{"leaderElection.resourceName", "string", "leader-election-id leader-elect-resource-name"},
	{"leaderElection.resourceNamespace", "string", "leader-election-namespace leader-elect-resource-namespace"},
	{"leaderElection.leaseDuration", "duration", "leader-elect-lease-duration leader-election-lease-duration"},
	{"leaderElection.renewDeadline", "duration", "leader-elect-renew-deadline leader-election-renew-deadline"},
	{"leaderElection.retryPeriod", "duration", "leader-elect-retry-period leader-election-retry-period"},
	{"pprofBindAddress", "string", "pprof-bind-address"},
	{"cache.syncPeriod", "duration", "sync-period"},
	{"gracefulShutdownTimeout", "duration", "graceful-shutdown-timeout"},
}

// managedBy returns the field of the manager that a flag is known to set, and its type; empty for other flags.
func managedBy(flag string) (field, of string) {
	for _, m := range managed {
		if slices.Contains(strings.Fields(m.flags), flag) {
			return m.field, m.of
		}
	}
	return "", ""
}

// sections are the fields of a manager's configuration, which no other field of an operator can have.
var sections = []string{"webhook", "leaderElection", "metrics", "health", "pprofBindAddress", "controller", "cache",
	"gracefulShutdownTimeout", "tls"}

// manage gives the flags of an operator the fields that the types of managers have for them, and keeps others away.
// Fields that do not fit beside these types stay as they are.
func manage(rows []*Row) {
	proposed := map[*Row]string{}
	for _, row := range rows {
		proposed[row] = row.Field
		field, of := managedBy(row.Name)
		section := row.Field[:max(0, strings.Index(row.Field, "."))]
		switch {
		case of == row.Type && !slices.ContainsFunc(rows, func(r *Row) bool { return r != row && r.Field == field }):
			row.Field = field
		case slices.Contains(sections, section):
			row.Field = jsonName(strings.Join(flagtext.Words(row.Name), "-"))
		}
	}
	if !fitManager(rows) {
		for row, field := range proposed {
			row.Field = field
		}
	}
}

// ready reports whether the types of managers have the field.
func (r *Row) ready() bool {
	for _, m := range managed {
		if m.field == r.Field && m.of == r.Type {
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
		if field, _ := managedBy(row.Name); row.ready() {
			fit = true
		} else if field != "" || slices.Contains(sections, section) {
			return false
		}
	}
	return fit
}

// embeds reports whether the group gets the types of managers: the rows and the version of controller-runtime fit, and
// the function that parses the flags makes the only manager, which files then configure.
func (c *Component) embeds(of scaffold.Component) (bool, error) {
	if !fitManager(c.Rows) || c.seen.Call < 0 || len(c.managers) != 1 ||
		semver.Compare(versions(c.before)["sigs.k8s.io/controller-runtime"], "v0.23.0") < 0 {
		return false, nil
	}
	made, parses := &c.managers[0], &c.calls[c.seen.Call]
	edited, err := parses.edit(c.Content(made.file), path.Join(of.Import(), "options"), made)
	return edited != nil && made.file == parses.at.Filename, err
}

// pointers are the structs of a manager that fields point to.
var pointers = map[string]string{
	"LeaderElection": "&componentbaseconfigv1alpha1.LeaderElectionConfiguration{}",
	"Cache":          "&managerconfigv1alpha1.CacheConfiguration{}",
}

// noElection is the configuration of an election without values, as it is written.
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
		value, source := initial(row.Type, row.Text)
		made := setting{field, source, "nil"}
		switch {
		case row.Varies || row.Opaque || row.Text == "" || row.Type == "duration" && value == nil:
			continue
		case row.Type == "string":
			made = setting{field, strconv.Quote(row.Text), `""`}
		case row.Type != "duration":
			made.Value = "ptr.To(" + row.Text + ")"
		case !row.pointer():
			made = setting{field + ".Duration", fmt.Sprintf("%#v", emit.Duration(time.Duration(value.(span)))), "0"}
		}
		outer := setting{parts[0], pointers[parts[0]], "nil"}
		if outer.Value != "" && !slices.Contains(v.Defaults, outer) {
			v.Defaults = append(v.Defaults, outer)
		}
		v.Defaults = append(v.Defaults, made)
		v.values[row.Field], _ = fieldTypes[row.Type].parse(row.Text)
	}
	below := func(section string) bool {
		return slices.ContainsFunc(v.Defaults, func(s setting) bool { return strings.HasPrefix(s.Path, goName(section)+".") })
	}
	for _, section := range []string{"health", "metrics", "webhook"} { // which are written without values, too
		if !below(section) {
			v.values[section] = struct{}{}
		}
	}
	for name, zero := range noElection {
		if at := "leaderElection." + name; v.values[at] == nil && below("leaderElection") {
			v.values[at] = zero
		}
	}
	root.Fields = append(root.Fields, m)
	return others
}

// pointer reports whether the field of a manager is a pointer. In others, zero is the default.
func (r *Row) pointer() bool {
	return r.Type != "string" && (r.Type != "duration" || !strings.HasPrefix(r.Field, "leaderElection."))
}

// narrow takes the values from a row that the field of a manager cannot have, and says so.
func (r *Row) narrow() {
	var note string
	var unfit func(any) bool
	switch {
	case !r.ready():
		return
	case r.Field == "webhook.port":
		note = "only ports are accepted, and -1 for none"
		unfit = func(value any) bool { port, _ := value.(int64); return port < -1 || port > 65535 }
	case r.Field == "cache.syncPeriod":
		note = "only 0s, and at least 1s, are accepted"
		unfit = func(value any) bool { period, _ := value.(span); return period != 0 && period < span(time.Second) }
	case r.pointer() || r.Text == "" || r.Text == "0s":
		return
	default:
		note = "an empty text in a file is the default"
		if r.Type == "duration" {
			note = "0s in a file is the default"
		}
		unfit = func(value any) bool { return reflect.ValueOf(value).IsZero() }
	}
	r.accepted = slices.DeleteFunc(r.accepted, func(t trial) bool { return unfit(t.file) })
	r.Note = note
}
