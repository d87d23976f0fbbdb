package check

var pathRows = []row{
	{"A18 other paths", one(relay(
		field(10, "FieldPath", text), field(12, "FieldRef", text), field(14, "MetricsURLPath", text),
		field(16, "HealthzPath", text), field(18, "JSONPath", texts), field(20, "BaseURLPath", text),
	)), nil},
	{"A18 one type in two places", one(relay(
		with(field(10, "A", inner), field(20, "CertFile", text)), with(field(12, "B", inner), field(20, "CertFile", text)),
	)), []string{
		"types.go:20:2: A.CertFile looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
	}},
	{"no paths", one(relay(
		field(10, "A", number, "+path"), field(12, "B", list(texts), "+path"), field(14, "C", pointer(texts), "+path"),
		field(16, "D", texts, "+path"), field(18, "E", mapOf(text), "+path"), field(20, "F", pointer(text), "+path=false"),
	)), []string{
		"types.go:9:5: +path is on A, which has the type int32; use it on string, *string, []string and map[string]string " +
			"(path-type)",
		"types.go:11:5: +path is on B, which has the type [][]string; use it on string, *string, []string and " +
			"map[string]string (path-type)",
		"types.go:13:5: +path is on C, which has the type *[]string; use it on string, *string, []string and " +
			"map[string]string (path-type)",
	}},
	{"undecided", one(relay(
		field(10, "CertFile", text), field(12, "ZoneDirs", texts), field(14, "LogPath", text, "+path=false"),
		field(16, "HTTPPath", text), field(18, "MaxFiles", number), field(20, "Profile", text),
	)), []string{
		"types.go:10:2: CertFile looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
		"types.go:12:2: ZoneDirs looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
	}},
	{"undecided in a type of another module", one(relay(
		with(field(10, "Client", inner), with(foreign(field(30, "TLS", list(inner))), foreign(field(40, "KeyFile", text)))),
	)), []string{
		"types.go:10:2: Client.TLS[*].KeyFile looks like a file path and is not marked as one; add " +
			"+subfield(TLS.KeyFile)=+path, or +subfield(TLS.KeyFile)=+path=false if it is not one (path-undecided)",
	}},
	{"undecided in a flag struct", one(changed(flagStruct, field(10, "CertFile", text))), nil},
}
