package formats

import (
	"encoding/csv"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// checkedByFlags are the formats that a flag refuses other texts for.
var checkedByFlags = "ip ip-sloppy cidr host-port ip-port ip-or-ip-port"

func TestFlagsAndValidationAgree(t *testing.T) {
	content, err := os.ReadFile("../../../internal/format/testdata/texts.csv")
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(strings.NewReader(string(content)))
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows {
		name, text, valid := row[0], row[1], row[2] == "true"
		f := NewFormatFlags()
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		fs.SetOutput(io.Discard)
		f.AddFlags(fs)
		err := fs.Set(name, text)
		accepted := valid || !strings.Contains(" "+checkedByFlags+" ", " "+name+" ")
		if (err == nil) != accepted {
			t.Errorf("--%s=%s: %v", name, text, err)
		}
		if err != nil {
			continue
		}
		if errs := ValidateFormatFlags(f); (len(errs) == 0) != valid {
			t.Errorf("validation of --%s=%s: %v", name, text, errs)
		}
	}
}
