package componentconfig_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/component-base/configz"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2/textlogger"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/reloadmetrics"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// mistyped is larger in "make soak".
var mistyped = flag.Int("mistyped", 5000, "mistyped inputs around a secret")

const loadedText = "THE CONFIGURATION LOADED"

// sentinel is a secret that nothing else contains.
const sentinel = "Zq7xKsecretW9v"

// typing makes mistyped inputs around a secret.
type typing struct{ *rand.Rand }

func (r typing) pick(texts ...string) string { return texts[r.IntN(len(texts))] }

// typo returns a name as it is, or with a mistake.
func (r typing) typo(name string) string {
	at := r.IntN(len(name))
	switch r.IntN(16) {
	case 0:
		return name[:at] + name[at+1:]
	case 1:
		return name[:at] + string(name[at]) + name[at:]
	case 2:
		return strings.ToUpper(name[:1]) + name[1:]
	case 3:
		return strings.ToLower(name)
	}
	return name
}

// file is a file with the secret in or near a field that holds one.
func (r typing) file() string {
	secret := r.pick(sentinel, sentinel, sentinel, sentinel, sentinel, sentinel, sentinel, sentinel, `"`+sentinel+`"`,
		"'"+sentinel+"'", "!"+sentinel, "&"+sentinel, "*"+sentinel, "["+sentinel+"]",
		"{"+sentinel+"}", "&"+sentinel+" [*"+sentinel+"]", "{"+sentinel+": 1}", "!!binary "+sentinel, "!!null "+sentinel,
		"%"+sentinel, "@"+sentinel, "`"+sentinel, "- "+sentinel, "? "+sentinel, "|"+sentinel, "\""+sentinel, "'"+sentinel,
		sentinel+": ", "\n"+sentinel, "\t"+sentinel, "\\"+sentinel, `"\`+sentinel+`"`, "!<"+sentinel+"> x", "&a "+sentinel,
		"&a "+sentinel+"\nport: *a", "&a "+sentinel+"\nzones: *a", "1e"+sentinel, "0x"+sentinel, "null"+sentinel)
	name, separator := r.typo("keyPassword"), r.pick(": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ":", "=",
		" ", " : ", " = ", ":\t", "; ", ", ", "：")
	header := r.pick(v1Header, v1Header, v1Header, v1Header, v1Header, v1Header, v1Header, v1alpha1Header,
		strings.Replace(v1Header, "v1\n", "v7\n", 1),
		strings.Replace(v1Header, "kind", "knd", 1), "", strings.Replace(v1Header, "RelayC", "Relyc", 1))
	more := r.pick("", "", "", "", "", "", "", "port: 0\n", "port: x\n", "port: 70000\n", "timeout: x\n", "prot: 1\n",
		"a: [\n")
	entry := name + separator + secret
	switch r.IntN(12) {
	case 0, 9, 10, 11:
		return header + "tls: {" + entry + "}\n" + more
	case 1:
		return header + r.typo("tls") + ":\n  " + entry + "\n" + more
	case 2:
		return header + "tls:\n" + entry + "\n" + more
	case 3:
		return header + "tls" + separator + entry + "\n" + more
	case 4:
		return header + entry + "\n" + more
	case 5:
		return header + "cache: " + entry + "\n" + more
	case 6:
		return header + "zones: [{name: z, file: z, keys: [{name: k, " + r.typo("secret") + separator + secret +
			"}]}]\n" + more
	case 7:
		return header + "labels: {a: 1, " + entry + "}\n" + more
	}
	return header + "tls:\n- " + entry + "\n" + more
}

// arguments are a command line with the secret in or near a flag that takes one.
func (r typing) arguments() []string {
	name, separator := r.typo("tls-key-password"), r.pick("=", "=", "=", "=", "=", "=", "= ", " ", ":", " = ", "==", "")
	dashes := r.pick("--", "--", "--", "--", "--", "--", "--", "--", "-", "---", "", "—", "--no-")
	joined := dashes + name + separator + sentinel
	switch r.IntN(9) {
	case 0, 6, 7, 8:
		return []string{joined}
	case 1:
		return strings.Fields(joined)
	case 2:
		return append([]string{r.pick("--config", "--bind-address", "--port", "--timeout", "-v")}, joined)
	case 3:
		return []string{r.pick("-v", "-h", "--port=", "--timeout=", "--feature-gates=", "--anonymous-access=") + joined}
	case 4:
		return []string{joined, r.pick("--port=x", "--prot=1", "--port", "run", "--", "-")}
	}
	return []string{r.pick("--config=", "--config-dir=", "--bind-address=") + joined}
}

// TestMistypedSecretsAreShownNowhere loads mistyped inputs and looks for the secret in all that operators see. Each
// part has a loader of its own.
func TestMistypedSecretsAreShownNowhere(t *testing.T) {
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			mistypedInputs(t, typing{rand.New(rand.NewPCG(7, uint64(part)))}, *mistyped/parts)
		})
	}
}

func mistypedInputs(t *testing.T, r typing, inputs int) {
	const right = v1Header + "tls: {keyPassword: " + sentinel + "}\n"
	s := newSite(t, map[string]string{"right.yaml": right})
	l := loader(componentconfig.WithConfigz(), reloadmetrics.WithMetrics())
	loads := 0
	for i := range inputs {
		args, text := []string{files[0]}, right
		if i%2 == 0 {
			text = r.file()
			s.write("config.yaml", text)
		} else {
			args = append([]string{"--config=$D/right.yaml"}, r.arguments()...)
		}
		shown := s.shown(l, args)
		if i%50 == 0 { // Gathering stops the program.
			shown += gathered(t)
		}
		if strings.Contains(shown, loadedText) {
			loads++
		}
		if strings.Contains(shown, sentinel) {
			t.Fatalf("input %d: %q\n%q\nshows the secret:\n%s", i, args, text, shown)
		}
	}
	if loads < inputs/10 || loads > inputs*9/10 {
		t.Errorf("%d of %d inputs load: the generator is not good enough", loads, inputs)
	}
}

// gathered returns the metrics of the process.
func gathered(t testing.TB) string {
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Error(err)
	}
	return fmt.Sprint(families)
}

// shown returns all that operators see of a load.
func (s site) shown(l *componentconfig.Loader[relay.RelayConfiguration], args []string) string {
	loaded, err := l.Load(s.args(args))
	if err != nil {
		return err.Error()
	}
	var out bytes.Buffer
	loaded.Log(textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&out), textlogger.Verbosity(10))))
	fmt.Fprintln(&out, loadedText, loaded.Warnings, loaded.Skipped, loaded.Explain(), getConfigz(s.TB))
	for _, fs := range loaded.FlagSets().FlagSets { // as /flagz of module zpages, which honors the annotation
		fs.VisitAll(func(f *pflag.Flag) {
			if f.Annotations["classified"] == nil {
				fmt.Fprintln(&out, f.Name, f.Value, f.DefValue)
			}
		})
	}
	if len(args) > 1 {
		return out.String() // To write every configuration takes too long.
	}
	_, stderr, err := s.run(l, append([]string{"--write-config-to=$D/out.yaml"}, args...)...)
	fmt.Fprintln(&out, stderr, err)
	if err == nil {
		out.WriteString(s.read("out.yaml"))
	}
	return out.String()
}
