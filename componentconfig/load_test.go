package componentconfig_test

import (
	"strings"
	"testing"
)

// row is one rule of merging layers.
type row struct {
	name  string
	files map[string]string
	args  []string
	// want maps a key to its line in --explain-config.
	want map[string]string
}

var rows = []row{
	{
		"layers, lowest first",
		map[string]string{
			"config.yaml":      v1Header + "port: 1\nmaxQueries: 1\nbindAddress: 10.0.0.1\nreadOnlyPort: 1\n",
			"conf.d/10-a.conf": v1Header + "port: 2\nmaxQueries: 2\nbindAddress: 10.0.0.2\n",
			"conf.d/20-b.conf": v1Header + "port: 3\nmaxQueries: 3\n",
			"instance.yaml":    v1Header + "port: 4\nmaxQueries: 4\n",
		},
		append([]string{"--instance-config=$D/instance.yaml", "--port=5"}, files...),
		map[string]string{
			"port":         "5  # flag --port (overrides instance.yaml:3, 20-b.conf:3, 10-a.conf:3, config.yaml:3)",
			"maxQueries":   "4  # instance.yaml:4 (overrides 20-b.conf:4, 10-a.conf:4, config.yaml:4)",
			"bindAddress":  "10.0.0.2  # 10-a.conf:5 (overrides config.yaml:5)",
			"readOnlyPort": "1  # config.yaml:6",
			"timeout":      "5s  # default",
		},
	},
	{
		"with no file at all: versioned defaults < legacy defaults < command line", nil, []string{"--port=5"},
		map[string]string{
			"anonymousAccess": "true  # legacy default",
			"readOnlyPort":    "9053  # legacy default",
			"port":            "5  # flag --port",
			"timeout":         "5s  # default",
		},
	},
	{
		"`key: null` back to the default (not to the layer below)",
		map[string]string{"config.yaml": v1Header + "maxQueries: 1\n", "conf.d/a.conf": v1Header + "maxQueries: null\n"},
		files,
		map[string]string{"maxQueries": "110  # default (overrides a.conf:3, config.yaml:3)"},
	},
	{
		"`{}` changes nothing; `[]` empties a list",
		map[string]string{
			"config.yaml":   v1Header + "featureGates: {A: true}\nsearchDomains: [a]\ncache: {negative: {}}\n",
			"conf.d/a.conf": v1Header + "featureGates: {}\nsearchDomains: []\n",
		}, files,
		map[string]string{"A": "true  # config.yaml:3", "searchDomains": "[]  # a.conf:4 (overrides config.yaml:4)",
			"entries": "1000  # default"},
	},
	{
		"explicit zero: `maxQueries: 0` is 0 even where the field has a default and no pointer",
		map[string]string{"config.yaml": v1Header + "maxQueries: 0\nbindAddress: \"\"\ncache: {size: 0}\ntimeout: 0s\n" +
			"zones: [{name: a, file: /a, ttl: 0s}]\n"}, files[:1],
		map[string]string{"maxQueries": "0  # config.yaml:3", "bindAddress": `""  # config.yaml:4`,
			"size":    `"0"  # config.yaml:5`,
			"timeout": "0s  # config.yaml:6", "ttl": "0s  # config.yaml:7"},
	},
	{
		"lists merge only where the field's marker says so",
		map[string]string{
			"config.yaml": v1Header + "searchDomains: [a]\nallowedClients: [b]\nupstreams: [{name: x, address: old, " +
				"weight: 7}]\n",
			"conf.d/a.conf": v1Header + "searchDomains: [c]\nallowedClients: [d]\nupstreams: [{name: x, address: new}]\n",
		}, files,
		map[string]string{
			"c": "", "address": "new  # a.conf:5 (overrides config.yaml:5)", "weight": "7  # config.yaml:5",
		},
	},
	{
		"files of several versions may be mixed; the defaults are those of the lowest",
		map[string]string{
			"config.yaml":      v1alpha1Header + "address: 10.0.0.1\ntimeoutSeconds: 1\n",
			"conf.d/10-a.conf": v1Header + "bindAddress: 10.0.0.2\n",
			"conf.d/05-z.conf": v1alpha1Header + "cache: {size: 7Mi}\nlabels: {a: b}\n",
			"conf.d/20-b.conf": v1Header + "timeout: 3s\nmaxQueries: 0\nzones: [{name: z, file: z.zone}]\ncache: null\n" +
				"tls: {}\nsearchDomains: []\nlabels: null\n",
			"conf.d/30-c.conf": v1alpha1Header + "timeoutSeconds: 4\n",
		}, files,
		map[string]string{
			"bindAddress":   "10.0.0.2  # 10-a.conf:3 (overrides config.yaml:3)",
			"timeout":       "4s  # 30-c.conf:3 (overrides 20-b.conf:3, config.yaml:4)",
			"maxQueries":    "0  # 20-b.conf:4",
			"file":          "$D/conf.d/z.zone  # 20-b.conf:5",
			"port":          "8053  # default",
			"size":          "64Mi  # default (overrides 20-b.conf:6, 05-z.conf:3)",
			"searchDomains": "[]  # 20-b.conf:8",
			"a":             "",
		},
	},
	{
		"feature gates: merged key by key over all layers, each with its origin",
		map[string]string{
			"config.yaml":   v1Header + "featureGates:\n  A: true\n  D: true\n  E: true\n",
			"conf.d/a.conf": v1Header + "featureGates:\n  B: true\n  D: false\n  E: null\n",
		},
		append([]string{"--feature-gates=C=true,D=true"}, files...),
		map[string]string{"A": "true  # config.yaml:4", "B": "true  # a.conf:4", "C": "true  # flag --feature-gates",
			"D": "true  # flag --feature-gates (overrides a.conf:5, config.yaml:5)",
			"E": "null  # default (overrides a.conf:6, config.yaml:6)"},
	},
	{
		"an empty value keeps a map that merges, and clears other maps and lists",
		map[string]string{"config.yaml": v1Header + "featureGates: {A: true}\nlabels: {b: c}\nsearchDomains: [d]\n"},
		[]string{"--config=$D/config.yaml", "--feature-gates=", "--labels=", "--search-domains="},
		map[string]string{"A": "true  # config.yaml:3", "labels": "{}  # flag --labels (overrides config.yaml:4)",
			"searchDomains": "[]  # flag --search-domains (overrides config.yaml:5)"},
	},
	{
		"every delegated flag has an origin",
		map[string]string{"config.yaml": v1Header + "logging: {verbosity: 1, flushFrequency: 1s}\n"},
		[]string{"--config=$D/config.yaml", "-v=3", "--log-flush-frequency=2s", "--logging-format=text"},
		map[string]string{
			"flushFrequency": "2s  # flag --log-flush-frequency (overrides config.yaml:3)",
			"format":         "text  # flag --logging-format",
			"verbosity":      "3  # flag --v (overrides config.yaml:3)",
		},
	},
	{
		"several flags, one field: the last one wins",
		nil, []string{"--port=1", "--port=2", "--labels=a=b"},
		map[string]string{"port": "2  # flag --port", "a": "b  # flag --labels"},
	},
	{
		"a list from a flag replaces that of a file",
		map[string]string{"config.yaml": v1Header + "searchDomains: [a, b]\n"}, []string{"--config=$D/config.yaml",
			"--search-domains=c", "--search-domains=d"},
		map[string]string{"a": "", "b": ""},
	},
}

// TestRows checks the rules of merging layers, end to end.
func TestRows(t *testing.T) {
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, c.files)
			loaded := s.load(c.args...)
			for key, want := range c.want {
				if got := explained(s, loaded, key); got != want {
					t.Errorf("%s\n got %s\nwant %s", key, got, want)
				}
			}
			if t.Failed() {
				t.Log(s.hide(loaded.Explain()))
			}
		})
	}
}

func TestDelegatedRegistrationKeepsWhatTheFileSet(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "logging: {options: {text: {splitStream: true}}}\n"})
	if !s.load("--config=$D/config.yaml", "--port=1").Config.Logging.Options.Text.SplitStream {
		t.Error("splitStream: true of the file was reset")
	}
}

func TestSliceFlagsReplace(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "searchDomains: [a, b]\n"})
	loaded := s.load("--config=$D/config.yaml", "--search-domains=c", "--search-domains=d")
	if got := strings.Join(loaded.Config.SearchDomains, " "); got != "c d" {
		t.Errorf("got %s, want c d", got)
	}
}

func TestRelativePathsAreResolvedAgainstTheFileThatSetThem(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "tls: {certFile: a.pem, clientCAs: [ca.pem, /abs.pem]}\n" +
			"hookFiles: {start: start.sh}\n",
		"conf.d/a.conf":     v1Header + "zones: [{name: z, file: z/zone}]\nclientConnection: {kubeconfig: ../kubeconfig}\n",
		"i/instance.yaml":   instanceHeader + "stateDir: state\n",
		"elsewhere/unused":  "",
		"conf.d/ignored.md": "",
	})
	t.Chdir(s.dir + "/elsewhere")
	loaded := s.load("--config=../config.yaml", "--config-dir=../conf.d", "--instance-config=$D/i/instance.yaml",
		"--data-dir=data")
	c := loaded.Config
	got := s.hide(strings.Join([]string{c.TLS.CertFile, c.TLS.ClientCAs[0], c.TLS.ClientCAs[1], c.HookFiles["start"],
		c.Zones[0].File, c.ClientConnection.Kubeconfig, c.DataDir}, " "))
	want := "$D/a.pem $D/ca.pem /abs.pem $D/start.sh $D/conf.d/z/zone $D/kubeconfig $D/elsewhere/data"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := explained(s, loaded, "stateDir"); got != "$D/i/state  # instance.yaml:3" {
		t.Errorf("stateDir: %s", got)
	}
}

func TestUnknownOrWronglyCasedFieldsOfADropInAreErrors(t *testing.T) {
	s := newSite(t, map[string]string{"conf.d/a.conf": v1Header + "Port: 1\ncache:\n  sise: 1\n"})
	want := `$D/conf.d/a.conf:3:1: Port: unknown field; did you mean "port"?
$D/conf.d/a.conf:5:3: cache.sise: unknown field; did you mean "size"?`
	if got := s.problems(loader(), files[1]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDefaultsRunOnceAfterTheMerge(t *testing.T) {
	for name, layers := range map[string]map[string]string{
		"main file": {"config.yaml": v1Header + "maxParallelTransfers: 5\n", "conf.d/a.conf": v1Header},
		"drop-in":   {"config.yaml": v1Header, "conf.d/a.conf": v1Header + "maxParallelTransfers: 5\n"},
	} {
		s := newSite(t, layers)
		c := s.load(files...).Config
		if *c.MaxParallelTransfers != 5 || c.SerializeTransfers {
			t.Errorf("%s: got %d, %v", name, *c.MaxParallelTransfers, c.SerializeTransfers)
		}
	}
}

func TestAMergeSwitchInADropInHasAnEffect(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":   v1Header + "limits: {memory: 1Gi}\n",
		"conf.d/a.conf": v1Header + "mergeDefaultLimits: true\n",
	})
	c := s.load(files...).Config
	if c.Limits["memory"] != "1Gi" || c.Limits["disk"] != "10%" {
		t.Errorf("got %v, want the default disk beside memory", c.Limits)
	}
}

func TestAnyFileMeansVersionedDefaults(t *testing.T) {
	s := newSite(t, map[string]string{
		"conf.d/a.conf": v1Header + "port: 1\n",
		"instance.yaml": instanceHeader,
		"empty.yaml":    "# nothing\n",
	})
	for _, arg := range []string{files[1], "--instance-config=$D/instance.yaml", "--config=$D/empty.yaml",
		"--config=/dev/null"} {
		if c := s.load(arg).Config; c.AnonymousAccess || c.ReadOnlyPort != 0 {
			t.Errorf("%s: anonymous access %v, read-only port %d", arg, c.AnonymousAccess, c.ReadOnlyPort)
		}
	}
	if c := s.load().Config; !c.AnonymousAccess || c.ReadOnlyPort != 9053 {
		t.Errorf("flags alone: anonymous access %v, read-only port %d", c.AnonymousAccess, c.ReadOnlyPort)
	}
}

func TestEveryLeafHasAnOrigin(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "port: 1\nzones: [{name: z, file: z, keys: [{name: k, secret: s3cret}]}]\n" +
			"labels: {a: b}\n",
		"conf.d/a.conf": v1alpha1Header + "timeoutSeconds: 1\nupstreams: []\n",
	})
	for _, args := range [][]string{nil, files, append([]string{"--labels=c=d", "-v=2"}, files...)} {
		loaded := s.load(args...)
		leaves := 0
		for line := range strings.Lines(loaded.Explain()) {
			line = strings.TrimSpace(line)
			isLeaf := !strings.HasSuffix(line, ":") && line != "---" && !strings.HasPrefix(line, "#") &&
				!strings.HasPrefix(line, "apiVersion: ") && !strings.HasPrefix(line, "kind: ")
			if !isLeaf {
				continue
			}
			if leaves++; !strings.Contains(line, "  # ") {
				t.Errorf("%v: no origin: %s", args, line)
			}
		}
		if leaves < 30 {
			t.Errorf("%v: only %d leaves", args, leaves)
		}
	}
}
