package load

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

func TestBuildCache(t *testing.T) {
	used, unused := t.TempDir(), t.TempDir()
	testfiles.Write(t, filepath.Join(used, "README"), "")
	t.Setenv("GOCACHEPROG", "")
	t.Setenv("GODEBUG", "")
	t.Setenv("GOGC", "")
	t.Setenv("GOCACHE", "")
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} { // where the systems have caches
		t.Setenv(name, unused)
	}
	elsewhere := filepath.Join(t.TempDir(), "env")
	testfiles.Write(t, elsewhere, "GOCACHE="+used+"\n")
	for name, test := range map[string]struct {
		env  []string
		want []string
	}{
		"used":             {[]string{"GOCACHE=" + used}, []string{"GOGC=800"}},
		"unused":           {[]string{"GOCACHE=" + unused}, []string{"GOGC=800", "GODEBUG=goindex=0"}},
		"missing":          {[]string{"GOCACHE=" + filepath.Join(unused, "go")}, []string{"GOGC=800", "GODEBUG=goindex=0"}},
		"other settings":   {[]string{"GOCACHE=" + unused, "GODEBUG=a=1"}, []string{"GOGC=800", "GODEBUG=a=1,goindex=0"}},
		"GOGC of the user": {[]string{"GOCACHE=" + used, "GOGC=50"}, nil},
		"by default":       {[]string{"GOENV=off"}, []string{"GOGC=800", "GODEBUG=goindex=0"}},
		"by go env -w":     {[]string{"GOENV=" + elsewhere}, []string{"GOGC=800"}},
		"another program":  {[]string{"GOCACHE=" + unused, "GOCACHEPROG=remote"}, []string{"GOGC=800"}},
	} {
		t.Run(name, func(t *testing.T) {
			cache := newBuildCache(test.env)
			empty := strings.Contains(strings.Join(test.want, " "), "goindex")
			if got := cache.environment(); cache.empty != empty || !slices.Equal(got, test.want) {
				t.Errorf("empty: %v; the environment is %q, want %q", cache.empty, got, test.want)
			}
		})
	}
}
