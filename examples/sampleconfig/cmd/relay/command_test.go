package main

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// command returns the command of the relay, which does not run it.
func command(t *testing.T) *cobra.Command {
	t.Helper()
	p, err := newProcess(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p.loader.Command(func(context.Context, *componentconfig.Loaded[config.RelayConfiguration]) error { return nil })
}

// TestManPage writes a man page, which has all flags.
func TestManPage(t *testing.T) {
	cmd := command(t)
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &doc.GenManHeader{Title: "RELAY", Section: "8"}, &page); err != nil {
		t.Fatal(err)
	}
	flags := 0
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		flags++
		if !f.Hidden && !strings.Contains(page.String(), "--"+f.Name+"\\fP") {
			t.Errorf("the page does not have --%s", f.Name)
		}
	})
	if flags < 30 {
		t.Errorf("the command has %d flags", flags)
	}
}

// TestFlagsPage: the page of the flags has all flags with their help, including the flags of libraries and of the
// loader.
func TestFlagsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/config/flags.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	flagRow := regexp.MustCompile("(?m)^\\| .*`--([^`]+)` \\| .* \\| (.*) \\|$")
	for _, row := range flagRow.FindAllStringSubmatch(string(page), -1) {
		rows[row[1]] = row[2]
	}
	command(t).Flags().VisitAll(func(f *pflag.Flag) {
		help, known := rows[f.Name]
		help, _, _ = strings.Cut(html.UnescapeString(help), ".")
		computed := []string{"feature-gates", "help", "config-dir", "logging-format"} // by the program
		switch own := strings.ReplaceAll(f.Usage, "`", ""); {
		case !known:
			t.Errorf("the page does not have --%s", f.Name)
		case !strings.HasPrefix(own, help) && !slices.Contains(computed, f.Name):
			t.Errorf("the page says of --%s %q, and its help %q", f.Name, help, own)
		}
	})
}

// TestCompletion completes values of flags as a shell asks for them.
func TestCompletion(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--forwarding-policy ", "Ordered Random :4"},
		{"--forwarding-policy=R", "Random :4"},
		{"--config ", ":0"},
		{"--config-dir ", ":16"},
		{"--forwarding-p", "--forwarding-policy :0"},
		{"config expl", "explain :4"},
		{"config explain forwarding.t", "forwarding.timeout :4"},
		{"config explain admin", "admin admin.address admin.healthPath admin.token admin.tokenFile :4"},
		{"config explain port ", ":4"},
		{"config print --only ", "all set changed :4"},
		{"config schema --version ", "v1beta1 v1alpha1 :4"},
	} {
		cmd := command(t)
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetErr(&bytes.Buffer{})
		cmd.SetArgs(append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(c.args, " ")...))
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(out.String()), " "); got != c.want {
			t.Errorf("%q: got %s, want %s", c.args, got, c.want)
		}
	}
}

// TestPages asks for the pages of operators. None shows a secret, and none answers scripts of other web pages.
func TestPages(t *testing.T) {
	p, err := newProcess(nil)
	if err != nil {
		t.Fatal(err)
	}
	now, err := p.loader.Load([]string{"--upstream=192.0.2.1:53", "--hosts-file=/dev/null"})
	if err != nil {
		t.Fatal(err)
	}
	mux := pages(now)
	mux.Handle("/metrics", legacyregistry.Handler())
	for path, want := range map[string]string{"/flagz": "192.0.2.1:53", "/statusz": "/stats", "/configz": "192.0.2.1",
		"/metrics": `config_info{digest="`} {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("Accept", "text/plain")
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, request)
		if body := recorder.Body.String(); recorder.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: status %d, want %s in\n%s", path, recorder.Code, want, body)
		}
		request.Header.Set("Origin", "http://elsewhere.example.com")
		recorder = httptest.NewRecorder()
		if mux.ServeHTTP(recorder, request); recorder.Code != http.StatusForbidden {
			t.Errorf("%s answers another origin: status %d", path, recorder.Code)
		}
	}
}
