package fromflags

import (
	"encoding/json"
	"testing"
)

// TestDefaultOfAField converts the text of a flag to a value in a file, and in Go.
func TestDefaultOfAField(t *testing.T) {
	for _, test := range []struct{ of, text, file, source string }{
		{"bool", "true", "true", "ptr.To(true)"},
		{"bool", "false", "null", ""},
		{"int32", "0x10", "16", "ptr.To[int32](16)"},
		{"int32", "3000000000", "null", ""},
		{"int64", "0", "null", ""},
		{"int64", "18446744073709551615", "null", ""},
		{"float64", "1e+06", "1000000", "ptr.To[float64](1e+06)"},
		{"string", `a "b"`, `"a \"b\""`, `ptr.To("a \"b\"")`},
		{"string", "", "null", ""},
		{"ip", "<nil>", "null", ""},
		{"ip", "::1", `"::1"`, `ptr.To("::1")`},
		{"duration", "1m30s", `"1m30s"`, "&metav1.Duration{Duration: 90 * time.Second}"},
		{"duration", "1h0m0s", `"1h0m0s"`, "&metav1.Duration{Duration: time.Hour}"},
		{"duration", "1ns", `"1ns"`, "&metav1.Duration{Duration: time.Nanosecond}"},
		{"duration", "0s", "null", ""},
		{"duration", "never", "null", ""},
		{"quantity", "1Gi", `"1Gi"`, `ptr.To(resource.MustParse("1Gi"))`},
		{"quantity", "0", "null", ""},
		{"[]string", `["a,b",c]`, `["a,b","c"]`, `[]string{"a,b", "c"}`},
		{"[]string", "[]", "null", ""},
		{"[]string", `["a]`, "null", ""},
		{"[]int64", "1,2", "[1,2]", "[]int64{1, 2}"},
		{"[]int64", "1,x", "null", ""},
		{"map[string]string", "[b=2,a=1]", `{"a":"1","b":"2"}`, `map[string]string{"a":"1", "b":"2"}`},
		{"map[string]string", "b", "null", ""},
		{"map[string]bool", "A=true,B=false", `{"A":true,"B":false}`, `map[string]bool{"A":true, "B":false}`},
		{"map[string]bool", "A=2", "null", ""},
	} {
		value, source := initial(test.of, test.text)
		file, err := json.Marshal(value)
		if err != nil || string(file) != test.file || source != test.source {
			t.Errorf("%s %q is %s in a file and %s in Go (%v), want %s and %s", test.of, test.text, file, source, err, test.file,
				test.source)
		}
	}
}

// TestFile writes values as the serializer of Kubernetes does.
func TestFile(t *testing.T) {
	values := map[string]any{"port": int64(0), "tls.cert.file": "a: b #", "tls.ciphers": []string{"a", "b"}}
	for of, text := range map[string]string{"duration": "90m", "quantity": "500m", "map[string]bool": "A=true"} {
		value, err := fieldTypes[of].parse(text)
		if err != nil {
			t.Fatal(err)
		}
		values["of"+of[:3]] = value
	}
	got, err := fileOf("example.io/v1", "Relay", values)
	const want = `apiVersion: example.io/v1
kind: Relay
ofdur: 1h30m0s
ofmap:
  A: true
ofqua: 500m
port: 0
tls:
  cert:
    file: 'a: b #'
  ciphers:
  - a
  - b
`
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
}
