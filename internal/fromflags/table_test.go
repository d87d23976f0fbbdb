package fromflags

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/fromflags/observer"
)

// proposed returns the rows of flags: lines with a name, a type, and a section.
func proposed(lines ...string) []*Row {
	var all []*Row
	for _, line := range lines {
		words := append(strings.Fields(line), "")
		all = append(all, &Row{Flag: observer.Flag{
			Name: words[0], Type: words[1], GoType: "*pflag." + words[1] + "Value", Section: words[2],
		}})
	}
	propose(all, "")
	return all
}

// TestPropose names the fields of flags.
func TestPropose(t *testing.T) {
	for name, test := range map[string]struct {
		flags []string
		want  string
	}{
		"flat": {[]string{"bind-address string", "v level", "max-retries int", "help bool"},
			"bindAddress:string -:a single letter maxRetries:int64 -:about the process, not its configuration"},
		"a prefix of three": {[]string{"leader-election bool", "leader-election-id string", "leader-election-ns string"},
			"leaderElection.enabled:bool leaderElection.id:string leaderElection.ns:string"},
		"an initialism with a digit": {[]string{"enable-http2 bool"}, "enableHTTP2:bool"},
		"a prefix of two":            {[]string{"tls-cert string", "tls-key string"}, "tlsCert:string tlsKey:string"},
		"a verb is not a prefix": {[]string{"enable-a bool", "enable-b bool", "enable-c bool"},
			"enableA:bool enableB:bool enableC:bool"},
		"a flag with the name of a prefix": {[]string{"log string", "log-a string", "log-b string", "log-c string"},
			"log:string logA:string logB:string logC:string"},
		"sections": {[]string{"port int serving", "host string serving", "name string generic", "qps float32 client"},
			"serving.port:int64 serving.host:string name:string qps:float64"},
		"types": {[]string{"aa stringToString", "bb mapStringBool", "cc quantity", "dd ip", "ee thing", "ff stringArray"},
			"aa:map[string]string bb:map[string]bool cc:quantity dd:ip ee:string ff:[]string"},
		"names": {[]string{"a/b string", "größe string", "a.b_c string"},
			"-:its name has other characters than letters, digits and dashes " +
				"-:its name has other characters than letters, digits and dashes abc:string"},
		"logging": {[]string{"vmodule string", "log_dir string", "config string"},
			"-:of a logging library -:of a logging library -:names a file of the component's own"},
	} {
		var got []string
		for _, row := range proposed(test.flags...) {
			if row.Field == "" {
				got = append(got, "-:"+row.Note)
			} else {
				got = append(got, row.Field+":"+row.Type)
			}
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: got %s, want %s", name, text, test.want)
		}
	}
}

// TestApply reads a table that has been edited.
func TestApply(t *testing.T) {
	three := []string{"bind-address string", "max-retries int", "peers stringSlice"}
	const head = "flag,field,type,default,note\n"
	for name, test := range map[string]struct{ content, want string }{
		"as it is":    {string(CSV(proposed(three...))), ""},
		"moved":       {head + "bind-address,serving.address,string,,\nmax-retries,serving.retries,int32,,\n", ""},
		"spreadsheet": {"\ufeff" + strings.ReplaceAll(string(CSV(proposed(three...))), "\n", "\r\n"), ""},
		"nothing":     {"", "1:1 the first line is not flag,field,type,default,note"},
		"no header":   {"bind-address,address,string,,\n", "1:1 the first line is not flag,field,type,default,note"},
		"columns":     {head + "bind-address,address,string\n", "2:1 the row has 3 columns"},
		"quotes": {head + "bind-address,\"address,string,,\n",
			`2:32 the table is not CSV: extraneous or missing " in quoted-field`},
		"unknown": {head + "bind-addres,address,string,,\n", "2:1 the component does not have a flag --bind-addres"},
		"twice": {head + "peers,a,[]string,,\npeers,b,[]string,,\n",
			"3:1 --peers has a row already, in line 2"},
		"a default": {head + "bind-address,address,string,:80,\n",
			`2:29 the default of --bind-address is "", and the table does not change it`},
		"a path": {head + "bind-address,Address,string,,\n", `2:14 "Address" is not the path of a field`},
		"a type": {head + "bind-address,address,text,,\n", `2:14 "text" is not a type of a field`},
		"the name of a method": {head + "peers,a.deepCopy,[]string,,\n",
			"2:7 the field a.deepCopy of --peers would have the name of a method"},
		"one field": {head + "bind-address,peers,string,,\npeers,Peers,[]string,,\n",
			`3:7 "Peers" is not the path of a field`},
		"the same field": {head + "bind-address,peers,string,,\npeers,peers,[]string,,\n",
			"3:7 --bind-address and --peers become the same field peers"},
		"a field in another one": {head + "bind-address,peers.address,string,,\npeers,peers,[]string,,\n",
			"2:14 peers.address is in the field of --peers"},
		"of the header": {head + "bind-address,kind,string,,\n", "2:14 kind is in the header of each file"},
	} {
		findings := apply(proposed(three...), "table.csv", []byte(test.content))
		var got []string
		for _, found := range findings {
			got = append(got, strings.TrimPrefix(found.Position.String(), "table.csv:")+" "+found.Message)
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("%s: got %s, want %s", name, text, test.want)
		}
	}
}

// TestApplyToDefaults accepts other line ends in a default, and reports a type that cannot have it.
func TestApplyToDefaults(t *testing.T) {
	for name, test := range map[string]struct{ of, text, changed, want string }{
		"line ends":  {"string", "a\r\nb", "string", ""},
		"number":     {"uint", "3000000000", "int64", ""},
		"too large":  {"uint", "3000000000", "int32", `2:9 the default "3000000000" of --limit is not a value of type int32`},
		"no number":  {"string", "10%", "int64", `2:9 the default "10%" of --limit is not a value of type int64`},
		"no default": {"string", "", "quantity", ""},
	} {
		rows := proposed("limit " + test.of)
		rows[0].Text = test.text
		table := strings.Replace(string(CSV(rows)), "limit,limit,"+rows[0].Type, "limit,x,"+test.changed, 1)
		got := ""
		for _, found := range apply(rows, "table.csv", []byte(table)) {
			got += strings.TrimPrefix(found.Position.String(), "table.csv:") + " " + found.Message
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestMarkersByName proposes paths and secrets by the names of fields.
func TestMarkersByName(t *testing.T) {
	want := map[string]string{"token": "secret", "tls-key-file": "path", "token-ttl": "", "cert-files": "", "address": ""}
	for flag, want := range want {
		of := "string"
		switch flag {
		case "token-ttl":
			of = "duration"
		case "cert-files":
			of = "stringSlice"
		}
		got, row := "", proposed(flag + " " + of)[0]
		switch {
		case row.path():
			got = "path"
		case row.secret():
			got = "secret"
		}
		if got != want {
			t.Errorf("%s is proposed as %q, want %q", flag, got, want)
		}
	}
}
