package check

import (
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// checked is a field with file paths.
func checked(line int, name string, t *group.Type, texts ...string) *group.Field {
	f := field(line, name, t, texts...)
	f.Facts.File = &descriptor.File{}
	return f
}

func loaded(g *group.Group) { g.Loader, g.Name = true, "config.example.com" }

var preflightRows = []row{
	{"paths", one(changed(loaded,
		field(10, "A", text, "+path(kind: file)=false"), checked(12, "B", text, "+path(kind: executable, access: rw)"),
		checked(14, "C", text, "+path(kind: socket)"), field(16, "D", text, "+path=false"),
		checked(18, "E", text, "+path(kind: executable, access: r)"),
		checked(20, "F", text, "+path(kind: socket, access: w)"),
		checked(22, "G", texts, "+path(kind: socket, mustExist: true)"),
	)), []string{
		"types.go:9:5: +path=false on A has the argument kind, which is about paths; remove the argument, or use +path " +
			"(path-check)",
		"types.go:11:5: B is executed, and access: rw is about writing it; remove the argument access (path-check)",
		"types.go:13:5: kind: socket alone does not require that C exists, and anything else would be replaced by the " +
			"socket; add mustExist: true for a socket of another process, or access: w for one that the component creates " +
			"(path-check)",
	}},
	{"ports", one(changed(loaded,
		field(10, "A", text, "+check=free"), field(13, "B", text, "+format=ip", "+check=free"),
		field(16, "C", list(number), "+check=free"), field(19, "D", text, "+format=host-port", "+check(address: A)=free"),
		field(21, "E", number, "+check(address: I)=free"), field(23, "F", number, "+check(address: G)=free"),
		field(25, "G", number, `+check(networks: "sctp")=free`),
	)), []string{
		"types.go:9:5: +check=free is on A, which has the type string and is not a port; use it on an integer, or on a " +
			"string with +format=port, host-port, ip-port, ip-or-ip-port (port-check)",
		"types.go:12:5: +check=free is on B, which has the type string and is not a port; use it on an integer, or on a " +
			"string with +format=port, host-port, ip-port, ip-or-ip-port (port-check)",
		"types.go:15:5: +check=free is on C, which has the type []int32 and is not a port; use it on an integer, or on a " +
			"string with +format=port, host-port, ip-port, ip-or-ip-port (port-check)",
		"types.go:18:5: +check names the address A, and D has an address itself; remove the argument address (port-check)",
		"types.go:20:5: E has no field I with a string beside it; name the Go field that has the IP address (port-check)",
		"types.go:22:5: F has no field G with a string beside it; name the Go field that has the IP address (port-check)",
		`types.go:24:5: "sctp" is not a network whose ports are checked; use networks: "tcp", "udp" or "tcp,udp" ` +
			`(port-check)`,
	}},
	{"free ports", one(changed(loaded, field(10, "A", text, "+format=port", "+check(address: D)=free"),
		field(13, "B", pointer(number), `+check(address: D, networks: "tcp,udp")=free`),
		field(16, "C", text, "+format=host-port", "+check=free"), field(18, "D", text),
	)), nil},
}
