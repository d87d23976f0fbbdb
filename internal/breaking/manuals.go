package breaking

// manuals are those of the rules, by their IDs. Rule numbers are those of the deprecation policy of Kubernetes:
// https://kubernetes.io/docs/reference/using-api/deprecation-policy
func manuals() map[string]Manual {
	all := map[string]Manual{}
	for _, family := range []map[string]Manual{fileManuals(), valueManuals(), flagManuals(), endingManuals()} {
		for id, manual := range family {
			all[id] = manual
		}
	}
	return all
}

// fileManuals are about what a file can have.
func fileManuals() map[string]Manual {
	return map[string]Manual{
		"CB001": {
			"A file that sets the field is refused, because files are read strictly. Rule 1 of the policy allows removal in a " +
				"new version alone.",
			"Port int32 `json:\"port\"`\nHost string `json:\"host\"`",
			"Port int32 `json:\"port\"`",
			"// +deprecated(since: \"1.4\", removal: \"1.7\", use: \"address\")\nHost string `json:\"host\"`",
		},
		"CB002": {
			"A file with the former name is refused. A field is recognized under another name if it is the same field in Go, " +
				"or if its type and its comment are the same and no other field has these.",
			"Port int32 `json:\"port\"`",
			"Port int32 `json:\"listenPort\"`",
			"// in the next version:\n// +moved(from: \"port\", in: v1beta1)\nPort int32 `json:\"listenPort\"`",
		},
		"CB003": {
			"A value that was valid is refused or cut off. A type that holds all former values is compatible: int64 for int32.",
			"Timeout int64 `json:\"timeout\"`",
			"Timeout metav1.Duration `json:\"timeout\"`",
			"// +deprecated(since: \"1.4\", use: \"queryTimeout\")\nTimeout int64 `json:\"timeout\"`\n" +
				"QueryTimeout metav1.Duration `json:\"queryTimeout\"`",
		},
		"CB007": {
			"A file of the version is refused. Rule 4a promises a deprecated version for some releases, which " +
				"+configgen:api(ga:, beta:) sets. A version is deprecated if its comment has a paragraph \"Deprecated:\".",
			"package v1beta1 // with RelayConfiguration",
			"// no package v1beta1",
			"// RelayConfiguration configures the relay.\n//\n// Deprecated: v1 replaces it.\ntype RelayConfiguration struct {",
		},
		"CB008": {
			"A file that is still valid means something else: a zero becomes a value, or drop-ins are merged in another way.",
			"Workers int32 `json:\"workers\"`",
			"Workers *int32 `json:\"workers\"`",
			"// in the next version:\nWorkers *int32 `json:\"workers\"`",
		},
		"CB009": {
			"Rule 2 promises that an object is the same after a conversion to another version and back. A value of the new " +
				"field is lost there.",
			"package v1 // Port\npackage v1beta1 // Port",
			"package v1 // Port, Host\npackage v1beta1 // Port",
			"package v1 // Port, Host\npackage v1beta1 // Port, Host",
		},
		"CB020": {
			"Programs that import the types of the version do not compile. Packages named internal are exempt. " +
				"Functions are not in the snapshot: those that are generated have the name of their kind in theirs, and " +
				"those that are written by hand are for tools such as golang.org/x/exp/cmd/apidiff to compare.",
			"TLS TLS `json:\"tls\"`",
			"TLS TLSConfiguration `json:\"tls\"`",
			"type TLS = TLSConfiguration\n\nTLS TLS `json:\"tls\"`",
		},
		"CB099": {
			"Nobody has said what the change means for users. If it is harmless, declare an exception.",
			"// +os=linux\n// +instance\nDevice string `json:\"device\"`",
			"// +os=linux\nDevice string `json:\"device\"`",
			"// +os=linux\n// +configgen:allow(rule: CB099, reason: \"it was never in a shared file\", until: \"1.5\")\n" +
				"Device string `json:\"device\"`",
		},
	}
}

// valueManuals are about the values of fields.
func valueManuals() map[string]Manual {
	return map[string]Manual{
		"CB004": {
			"A file that was accepted is refused. The API conventions allow a tighter constraint in a new version alone. " +
				"Without +optional, a value that is not set has to meet the other constraints, unless a default sets it: " +
				"also that of a new field.",
			"// +k8s:minimum=1\nPort int32 `json:\"port\"`",
			"// +k8s:minimum=1024\nPort int32 `json:\"port\"`",
			"// in the next version:\n// +k8s:minimum=1024\nPort int32 `json:\"port\"`",
		},
		"CB005": {
			"A file that does not set the field gets another behavior. If the sources do not tell defaults, as in published " +
				"types, a comment that states another default than before is a warning.",
			"// +default=10\nWorkers int32 `json:\"workers\"`",
			"// +default=20\nWorkers int32 `json:\"workers\"`",
			"// in the next version:\n// +default=20\nWorkers int32 `json:\"workers\"`",
		},
		"CB006": {
			"A file that does not set the field gets another behavior.",
			"Workers int32 `json:\"workers\"`",
			"// +default=20\nWorkers int32 `json:\"workers\"`",
			"// in the next version:\n// +default=20\nWorkers int32 `json:\"workers\"`",
		},
		"CB013": {
			"A command line without a configuration file gets another behavior.",
			"// +legacyDefault=true\nAnonymous bool",
			"// +legacyDefault=false\nAnonymous bool",
			"// +legacyDefault=true\n// +deprecated(since: \"1.4\", removal: \"1.6\", use: \"the configuration file\")\n" +
				"Anonymous bool",
		},
		"CB021": {
			"Operators rely on it: that a change needs no restart, that a path is relative to its file, that a value is masked.",
			"// +reload=hot\n// +secret\nToken string",
			"Token string",
			"// +reload=hot\n// +secret\nToken string",
		},
		"CB022": {
			"Files and command lines that were never cleaned up would mean something else, in silence. Without its " +
				"tombstone, the next change could use the name.",
			"// +tombstone(path: \"mode\", removed: \"1.3\", use: \"policy\")\ntype RelayConfiguration struct {",
			"type RelayConfiguration struct {\n\tMode string `json:\"mode\"`",
			"// +tombstone(path: \"mode\", removed: \"1.3\", use: \"policy\")\ntype RelayConfiguration struct {\n" +
				"\tOperationMode string `json:\"operationMode\"`",
		},
	}
}

// flagManuals are about flags.
func flagManuals() map[string]Manual {
	return map[string]Manual{
		"CB010": {
			"A command line with the flag fails. Rule 5b promises a deprecated flag for six months, which are two releases; " +
				"+configgen:api(flags:) sets another number. They count from the release that the deprecation names.",
			"// +flag=port\nPort int32",
			"Port int32",
			"// +flag(since: \"1.4\", removal: \"1.6\", use: \"port\")=port\nPort int32",
		},
		"CB011": {
			"A command line with the former name fails.",
			"// +flag(shorthand: \"p\")=port\nPort int32",
			"// +flag=listen-port\nPort int32",
			"// +flag=listen-port\n// +flag(shorthand: \"p\", since: \"1.4\", use: \"--listen-port\")=port\nPort int32",
		},
		"CB012": {
			"A command line that was accepted fails, or means something else.",
			"// +flag=timeout\nTimeout int32",
			"// +flag=timeout\nTimeout metav1.Duration",
			"// +flag(since: \"1.4\", use: \"--query-timeout\")=timeout\nTimeout int32\n// +flag\nQueryTimeout metav1.Duration",
		},
		"CB014": {
			"The help of the flag shows a default that is not the one that applies. configgen reads it from the source of the " +
				"function, if that is a literal.",
			"// AddFlags has fs.StringVar(&t.Format, \"format\", t.Format, \"...\")\n" +
				"// +flagsFrom=example.com/trace.AddFlags\nTrace trace.Options",
			"// AddFlags has fs.StringVar(&t.Format, \"format\", \"json\", \"...\")\n" +
				"// +flagsFrom=example.com/trace.AddFlags\nTrace trace.Options",
			"// +subfield(Format)=+flag=format\nTrace trace.Options",
		},
		"CB015": {
			"The value of a command line ends up in another field.",
			"// +flag=timeout\nTimeout metav1.Duration\nIdleTimeout metav1.Duration",
			"Timeout metav1.Duration\n// +flag=timeout\nIdleTimeout metav1.Duration",
			"// +flag=timeout\nTimeout metav1.Duration\n// +flag\nIdleTimeout metav1.Duration",
		},
		"CB023": {
			"A flag stays for years. New settings belong in files, unless the owners of the command line agree. Consent to " +
				"the flags of a function ends when an update of its library brings more.",
			"Port int32",
			"// +flag=port\nPort int32",
			"// +flag(approved: \"sig-network, 2026-11-12\")=port\nPort int32",
		},
		"CB024": {
			"The component fails when it starts, because it sets a flag that the library does not have. configgen reads the " +
				"names from the source of the library.",
			"// +thirdPartyFlag(from: \"k8s.io/klog/v2.InitFlags\")=log_file\nLogFile string",
			"// the same, with a release of klog that does not have log_file",
			"// +deprecated(since: \"1.4\", removal: \"1.6\", use: \"the output of the process\")\nLogFile string",
		},
	}
}

// endingManuals are about deprecations.
func endingManuals() map[string]Manual {
	return map[string]Manual{
		"CB016": {
			"Rule 5c: who follows the advice moves to something that may be gone sooner. A field is as stable as the most " +
				"stable version that has it, and one behind a feature gate is less stable than a flag without it.",
			"// +flag=port\nPort int32",
			"// +flag(since: \"1.4\", use: \"listener.port\")=port // listener is in v1alpha2 alone\nPort int32",
			"// +flag=port\nPort int32",
		},
		"CB017": {
			"Rule 6 asks for a warning. One that does not name the replacement leaves users alone.",
			"// +flag=port\nPort int32",
			"// +flag(since: \"1.4\", deprecated: \"it is old\")=port\nPort int32",
			"// +flag(since: \"1.4\", use: \"listener.port\")=port\nPort int32",
		},
		"CB018": {
			"Nobody had a release with both the old and the new way to move from one to the other.",
			"// +flag(since: \"1.4\", use: \"listener.port\")=port // in the release in development\nPort int32",
			"Port int32",
			"// +flag(since: \"1.4\", removal: \"1.6\", use: \"listener.port\")=port\nPort int32",
		},
		"CB019": {
			"Users were told that it would be gone. It is reported until it is gone or announced again.",
			"// +configgen:api(release: \"1.5\")\n// +flag(since: \"1.4\", removal: \"1.6\", use: \"listener.port\")=port",
			"// +configgen:api(release: \"1.6\")\n// +flag(since: \"1.4\", removal: \"1.6\", use: \"listener.port\")=port",
			"// +configgen:api(release: \"1.6\")\n// +tombstone(flag: \"port\", removed: \"1.6\", use: \"listener.port\")",
		},
	}
}
