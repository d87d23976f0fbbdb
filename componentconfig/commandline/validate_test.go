package commandline

import (
	"errors"
	"flag"
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

// onceClock is a clock that is set once.
type onceClock struct{ clock }

func (c *onceClock) Set(text string) error {
	if c.text != "" {
		return errors.New("is set already")
	}
	return c.clock.Set(text)
}

// TestValidateOfSeveralFiles: a flag that can be set once accepts the values of several files, and another flag refuses
// a value of the second file.
func TestValidateOfSeveralFiles(t *testing.T) {
	first, second, wrong := fileOf(t, "window: '12:00'\n"), fileOf(t, "window: '13:00'\n"), fileOf(t, "window: noon\n")
	for _, test := range []struct {
		value  flag.Value
		files  []string
		status int
		want   string
	}{
		{new(onceClock), []string{first, second}, 0, ""},
		{new(onceClock), []string{first, first, second}, 0, ""},
		{new(onceClock), []string{wrong, second}, 1, wrong + ":1:1: --window: \"noon\" is not valid: "},
		{new(clock), []string{first, wrong}, 1, wrong + ":1:1: --window: \"noon\" is not valid: "},
	} {
		fs := flag.NewFlagSet("courier", flag.ContinueOnError)
		fs.Var(test.value, "window", "Time of the day.")
		_, status, stdout, stderr := loadWith(flagsIn(fs), append([]string{"config", "validate"}, test.files...))
		all := stdout + stderr
		if status != test.status || !strings.Contains(all, test.want) || test.want == "" && all != "" {
			t.Errorf("%T %q: status %d, %s", test.value, test.files, status, all)
		}
	}
}
