package commandline

import (
	"strings"
	"testing"
)

// TestValidateAsksTheFlagsOfTheComponent: the command config refuses what only the flags of the component refuse, at
// the position of the value, and shows no secret.
func TestValidateAsksTheFlagsOfTheComponent(t *testing.T) {
	file := fileOf(t, "retries: 2\nwindow: noon\ntoken: hidden\n")
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"validate", file}, 1, file + ":2:1: --window: \"noon\" is not valid: "},
		{[]string{"validate", file}, 1, file + ":3:1: --token: the value is not valid\n"},
		{[]string{"validate", "--output=json", file}, 1, `"code": "component"`},
		{[]string{"print", file}, 1, "--window: \"noon\" is not valid: "},
		{[]string{"validate", file, "--", "--window=noon", "--token=12:00"}, 1, "--window: \"noon\" is not valid: "},
		{[]string{"validate", file, "--", "--window=12:00", "--token=hidden"}, 1, "--token: the value is not valid\n"},
		{[]string{"validate", file, "--", "--window=12:00", "--token=12:00"}, 0, ""},
	} {
		for _, kind := range kinds {
			_, status, stdout, stderr := loadWith(kind.create().set, append([]string{"config"}, test.args...))
			all := stdout + stderr
			if status != test.status || !strings.Contains(all, test.want) || test.want == "" && all != "" ||
				strings.Contains(all, "hidden") {
				t.Errorf("%s %q: status %d, %s", kind.name, test.args, status, all)
			}
		}
	}
}
