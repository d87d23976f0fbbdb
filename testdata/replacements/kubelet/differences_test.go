package kubelet

import (
	"regexp"
	"slices"
	"strings"
)

// difference is a way in which the loader differs from the kubelet on purpose.
type difference struct {
	reason string
	// cases is the number of written cases that have the difference, as on the page.
	cases int
	// applies says whether a row can have the difference.
	applies func(row) bool
	// lines matches what differs.
	lines *regexp.Regexp
}

// hasFlag reports whether the command line has a flag with a value.
func (r row) hasFlag(name string) bool {
	return slices.ContainsFunc(r.Args, func(arg string) bool {
		value, found := strings.CutPrefix(arg, "--"+name+"=")
		return found && value != ""
	})
}

// has returns a function that reports whether a file or an argument of a row matches.
func has(pattern string) func(row) bool {
	matching := regexp.MustCompile(pattern)
	return func(r row) bool {
		for _, text := range r.Files {
			if matching.MatchString(text) {
				return true
			}
		}
		return slices.ContainsFunc(r.Args, matching.MatchString)
	}
}

func hasDropIns(r row) bool { return r.hasFlag("config-dir") }

func hasOnlyDropIns(r row) bool { return hasDropIns(r) && !r.hasFlag("config") }

func both(a, b func(row) bool) func(row) bool { return func(r row) bool { return a(r) && b(r) } }

// better are the differences. "There" is the kubelet.
var better = []difference{{
	"a drop-in directory without a main file gets the legacy defaults there (anonymous access, no authorization, the " +
		"read-only port, no hard eviction); here any file means the versioned defaults",
	45,
	hasOnlyDropIns,
	regexp.MustCompile(`^(authentication/(anonymous|webhook)/enabled|authorization/mode|readOnlyPort|evictionHard/.*): `),
}, {
	"relative paths of a drop-in stay relative there; here they are those of its directory, as in the main file",
	6,
	hasDropIns,
	regexp.MustCompile(`^(authentication/x509/clientCAFile|[a-zA-Z]+): there [^/]\S*, here DIR/|refused: .*pod logs path`),
}, {
	"a relative path of the command line is opened in the working directory in both; here it is absolute",
	2,
	has(`^--(pod-manifest-path|client-ca-file|tls-cert-file|tls-private-key-file|resolv-conf|volume-plugin-dir)=[^/]`),
	regexp.MustCompile(`^(authentication/x509/clientCAFile|[a-zA-Z]+): there ([^/ ]\S*), here DIR/`),
}, {
	"defaults are set there before drop-ins are merged, so that those that depend on a field of a drop-in, on a " +
		"feature gate of one, or on an empty list are wrong or refused; here they are set once, at the end",
	11,
	hasDropIns,
	regexp.MustCompile(`^(nodeStatusReportFrequency|serializeImagePulls|enforceNodeAllocatable): |` +
		`^only there refused: .*(maxParallelImagePulls|CrashLoopBackOffMax not enabled|must not be set if|cgroupsPerQOS .*"pods")`),
}, {
	"the default thresholds are set there between the main file and the drop-ins, so that a drop-in adds to them and " +
		"the main file replaces them; here files are merged first, and a file of the same content has the same effect",
	2,
	both(hasDropIns, has(`(?m)^evictionHard:`)),
	regexp.MustCompile(`^evictionHard/`),
}, {
	"a default of a field behind a feature gate is set there before the command line has turned the gate off, and the " +
		"kubelet does not start; here such a field has no default then",
	3,
	both(func(r row) bool { return !hasDropIns(r) },
		has(`^--feature-gates=.*(AllBeta|KubeletCrashLoopBackOffMax|KubeletEnsureSecretPulledImages)=false`)),
	regexp.MustCompile(`^only there refused: .*(CrashLoopBackOffMax not enabled|must not be set if)`),
}, {
	"--logging flags are registered again there over what the files said, with false as default, so that splitStream " +
		"of a file is lost, also where its feature gate is off; here registering flags changes nothing",
	2,
	has(`splitStream: true`),
	regexp.MustCompile(`^logging/options/(text|json)/splitStream: |^only here refused: .*splitStream: Forbidden`),
}, {
	"the names of fields in a drop-in are not checked there, and any case of their letters is accepted; here a name " +
		"that is wrong is ignored with a warning in every file",
	2,
	both(hasDropIns, has(`(?m)^maxpods:`)),
	regexp.MustCompile(`^maxPods: `),
}, {
	"which of two values of a key, or of two documents, is used depends on the parser; here both are errors with a " +
		"position",
	5,
	has(`maxPods: 5\nmaxPods: 6|enabled: true, enabled: false|\n---\n`),
	regexp.MustCompile(`^only here refused: .*(duplicate key|second YAML document)`),
}, {
	"an empty value cannot clear an address or reserved memory there, nor what an earlier flag has set; here it clears it",
	5,
	has(`^--(address|healthz-bind-address|reserved-memory|cluster-dns|system-reserved)=$`),
	regexp.MustCompile(`^(address|healthzBindAddress|reservedMemory|clusterDNS|systemReserved/.*): there .*, here <nil>`),
}, {
	"the command line is parsed twice into one object there if there are only drop-ins, so that patterns of --vmodule " +
		"are there twice; here once",
	1,
	both(hasOnlyDropIns, has(`^--vmodule=.`)),
	regexp.MustCompile(`^logging/vmodule: there (\[map.*) map`),
}, {
	"--register-with-taints is the one list there of which only the last flag is used; here later flags add to it",
	2,
	has(`^--register-with-taints=`),
	regexp.MustCompile(`^registerWithTaints: `),
}, {
	"an address that is not an IP address is found there when the server starts; here with its position",
	2,
	has(`(?m)^(address|healthzBindAddress): host`),
	regexp.MustCompile(`^only here refused: .*must be an IP address`),
}, {
	"--config-dir of a file reads that file there if it ends in .conf, and nothing otherwise; here it is an error",
	2,
	has(`^--config-dir=(kubelet\.yaml|a\.conf)$`),
	regexp.MustCompile(`^only here refused: .*is not a directory`),
}, {
	"AllAlpha is refused there, or ends in a panic, because some features require others that are off; here features " +
		"with such a requirement stay off",
	3,
	has(`AllAlpha(: |=)true`),
	regexp.MustCompile(`^only there refused: .*depends on features that are disabled`),
}}
