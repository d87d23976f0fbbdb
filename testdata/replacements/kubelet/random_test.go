package kubelet

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var randomCases = flag.String("random-cases", "", "file to write the random cases to, for recording what the kubelet "+
	"makes of them")

const header = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"

// material are the parts that random cases are made of: the contents of files and the flags of the recorded cases.
func material(all []row) (fields []string, flags []string) {
	for _, r := range all {
		group, _, _ := strings.Cut(r.Case, "/")
		switch file := r.Files["kubelet.yaml"]; {
		case slices.Contains([]string{"field", "zero", "null", "value", "guarded"}, group):
			// Of the refused ones, a few are enough.
			body, found := strings.CutPrefix(file, header)
			if found && (r.Accepted || len(fields)%7 == 0) && !slices.Contains(fields, body) {
				fields = append(fields, body)
			}
		case group == "flag" || group == "list" && len(r.Files) == 0:
			if r.Accepted {
				flags = append(flags, r.Args...)
			}
		}
	}
	return fields, flags
}

// random makes a case: a main file or none, up to three drop-in files, and flags.
func random(seed uint64, fields, flags []string) row {
	r := rand.New(rand.NewPCG(seed, 37))
	c := row{Case: fmt.Sprintf("random/%d", seed), Args: []string{}, Files: map[string]string{}}
	write := func(name string, count int) {
		body := ""
		for range count {
			field := fields[r.IntN(len(fields))]
			key, _, _ := strings.Cut(field, ":")
			if !strings.Contains("\n"+body, "\n"+key+":") {
				body += field
			}
		}
		c.Files[name] = header + body
	}
	if r.IntN(4) > 0 {
		write("etc/kubelet.yaml", r.IntN(9))
		c.Args = append(c.Args, "--config=etc/kubelet.yaml")
	}
	if r.IntN(2) > 0 {
		for _, name := range []string{"10-a.conf", "20/b.conf", "9.conf"}[:1+r.IntN(3)] {
			write("etc/conf.d/"+name, 1+r.IntN(4))
		}
		c.Args = append(c.Args, "--config-dir=etc/conf.d")
	}
	for range r.IntN(6) {
		c.Args = append(c.Args, flags[r.IntN(len(flags))])
	}
	return c
}

// TestRandom compares 300 random combinations of what the other cases have.
func TestRandom(t *testing.T) {
	fields, flags := material(rows(t, "cases.jsonl"))
	recorded := rows(t, "random.jsonl")
	if *randomCases != "" {
		recorded = make([]row, 300)
	}
	var text strings.Builder
	for i := range recorded {
		c := random(uint64(i), fields, flags)
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s\n", line)
		recorded[i].Files = maps.Clone(recorded[i].Files)
		if recorded[i].Files == nil {
			recorded[i].Files = map[string]string{}
		}
		if diff := cmp.Diff(c.Args, recorded[i].Args) + cmp.Diff(c.Files, recorded[i].Files); diff != "" &&
			*randomCases == "" {
			t.Fatalf("%s is not the case that was recorded:\n%s", c.Case, diff)
		}
	}
	if *randomCases != "" {
		if err := os.WriteFile(*randomCases, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if _, equal := compare(t, recorded); equal != 238 || len(recorded) != 300 {
		t.Errorf("%d of %d rows are equal; the page says 238 of 300", equal, len(recorded))
	}
}
