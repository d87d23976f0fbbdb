package dynamic

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// TestNoStatusShowsAMistypedSecret pushes configurations with mistakes in or near a secret, and looks for it in the
// status, whose condition is the text of an event, and in the warnings. What the loader itself says of many more
// mistakes is tested beside it.
func TestNoStatusShowsAMistypedSecret(t *testing.T) {
	const sentinel = "xyzzy-Plugh-42"
	m := newMachine(t)
	for _, text := range []string{
		"tls: {keyPasword: SECRET}\n",
		"tls: {keyPassword:SECRET}\n",
		"tls: {keyPassword SECRET}\n",
		"tls: {keyPassword: [SECRET]}\n",
		"tls: {keyPassword: {SECRET: 1}}\n",
		"tls: {keyPassword: &SECRET [*SECRET]}\n",
		"tls: {keyPassword: \"\\SECRET\"}\n",
		"tls: {keyPassword: SECRET}\nport: x\n",
		"tls: {keyPassword: SECRET}\nport: 0\ntimeout: SECRET\n",
		"tls:\n  keyPassword: SECRET\n keyPassword: x\n",
		"keyPassword: SECRET\n",
		"tls: keyPassword=SECRET\n",
		"zones: [{name: z, file: z, keys: [{name: k, secrt: SECRET}]}]\n",
	} {
		m.source.push(v1Header + strings.ReplaceAll(text, "SECRET", sentinel))
		var status Status
		out := m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) {
			status = ControllerOf(out).Status()
		})
		m.wants(out, LayerLocal, 1)
		if status.Condition.Reason != ReasonRejected || !strings.Contains(status.Condition.Message, "pushed.yaml") {
			t.Errorf("%s: the condition is %+v, want one that says what is rejected, and where", text, status.Condition)
		}
		shown, err := json.Marshal(status)
		if err != nil {
			t.Fatal(err)
		}
		if all := string(shown) + fmt.Sprint(status, out.Warnings); strings.Contains(all, sentinel) {
			t.Errorf("%s: the secret is in %s", text, all)
		}
	}
}
