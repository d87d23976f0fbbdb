package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// preflightRules check the markers of preflight checks.
func preflightRules() []rule.Rule {
	return []rule.Rule{
		forMarker("path-check", pathCheck),
		forMarker("port-check", portCheck),
	}
}

func pathCheck(at inRoot, m markers.Marker, path *markers.Path) []finding {
	var arguments []string
	for name, given := range map[string]bool{
		"kind": path.Kind != "", "access": path.Access != "", "mustExist": path.MustExist,
		"watch": path.Watch,
	} {
		if given {
			arguments = append(arguments, name)
		}
	}
	slices.Sort(arguments)
	switch {
	case len(arguments) > 0 && !path.Is:
		return []finding{{writing(m, "+path=false").with(m.Write("+path")),
			fmt.Sprintf("+path=false on %s has the argument %s, which is about paths",
				at.field.Path, arguments[0]), "remove the argument, or use +path"}}
	case path.Watch && path.Kind != "file":
		return []finding{{onMarker(m).with(m.Without("watch")),
			fmt.Sprintf("watch: true is about the content of a file, and %s can be something else", at.field.Path),
			"use +path(kind: file, watch: true)"}}
	case path.Watch && strings.Contains(path.Access, "w"):
		return []finding{{onMarker(m).with(m.Without("watch"), m.Without("access")),
			fmt.Sprintf("the component would read %s anew whenever it writes it: watch: true is about input", at.field.Path),
			"remove one of the arguments watch and access"}}
	case path.Kind == "executable" && strings.Contains(path.Access, "w"):
		return []finding{{onMarker(m).with(m.Without("access")),
			fmt.Sprintf("%s is executed, and access: %s is about writing it",
				at.field.Path, path.Access), "remove the argument access"}}
	case path.Kind == "socket" && !path.MustExist && path.Access == "":
		return []finding{{correcting(m, "kind: socket", "kind: socket, mustExist: true").
			with(m.Correct("kind: socket", "kind: socket, access: w")),
			fmt.Sprintf("kind: socket alone does not require that %s exists, and "+
				"anything else would be replaced by the socket", at.field.Path),
			"add mustExist: true for a socket of another process, or access: w for one that the component creates"}}
	}
	return nil
}

// portFormats are the formats of strings that have a port.
var portFormats = []string{"port", "host-port", "ip-port", "ip-or-ip-port"}

func portCheck(at inRoot, m markers.Marker, check *markers.Check) []finding {
	field, base := at.field, at.field.Type.Base()
	format, _ := markers.Get[markers.Format](field.Markers)
	number := strings.HasPrefix(strings.TrimPrefix(base.Kind, "u"), "int") && base.Kind != "int8" && base.Kind != "uint8"
	text := base.Kind == "string" && format != nil && slices.Contains(portFormats, format.Name)
	switch {
	case !number && !text || base.Leaf || field.Type.Elements() != "":
		return []finding{{removing(m), fmt.Sprintf("+check=free is on %s, which has the type %s and is not a port",
			field.Path, field.Type), "use it on an integer, or on a string with +format=" + strings.Join(portFormats, ", ")}}
	case check.Address != "" && (base.Kind == "string" && format.Name != "port"):
		return []finding{{onMarker(m).with(m.Without("address")),
			fmt.Sprintf("+check names the address %s, and %s has an address itself",
				check.Address, field.Path), "remove the argument address"}}
	case check.Address != "" && !isText(sibling(at, check.Address)):
		return []finding{{onMarker(m), fmt.Sprintf("%s has no field %s with a string beside it", field.Path,
			check.Address), "name the Go field that has the IP address"}}
	}
	for _, network := range check.Networks {
		if network != "tcp" && network != "udp" {
			return []finding{{correcting(m, network, "tcp").with(m.Correct(network, "udp")),
				fmt.Sprintf("%q is not a network whose ports are checked", network),
				`use networks: "tcp", "udp" or "tcp,udp"`}}
		}
	}
	return nil
}

// sibling is the field with a Go name in the struct of a field; nil if there is none.
func sibling(at inRoot, name string) *group.Field {
	fields := at.root.Fields
	if at.field.Parent != nil {
		fields = at.field.Parent.Fields
	}
	for _, other := range fields {
		if other.Name == name && other != at.field {
			return other
		}
	}
	return nil
}

// isText reports whether a field holds one string.
func isText(field *group.Field) bool {
	if field == nil {
		return false
	}
	t := field.Type
	if t.Kind == "pointer" {
		t = t.Elem
	}
	return t.Kind == "string" && !t.Leaf
}
