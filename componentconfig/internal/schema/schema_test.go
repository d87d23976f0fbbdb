package schema

import (
	"reflect"
	"testing"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestNearest(t *testing.T) {
	known := []string{"port", "bindAddress", "timeout", "tls"}
	for name, want := range map[string]string{
		"prot": "port", "Port": "port", "bindAdress": "bindAddress", "BINDADDRESS": "bindAddress", "timeoutSeconds": "",
		"tsl": "tls", "x": "", "": "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestKeysWithoutValuesSurvive(t *testing.T) {
	type object struct {
		Lists map[string][]string
		Maps  map[string]map[string]string
		Items []map[string]*int
	}
	node, err := (&Types{}).Encode(reflect.ValueOf(object{
		Lists: map[string][]string{"a": nil}, Maps: map[string]map[string]string{"b": nil},
		Items: []map[string]*int{{"c": nil}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(node.JSON()), `{"Items":[{"c":null}],"Lists":{"a":[]},"Maps":{"b":{}}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

type wrapped struct{ to *metav1.Duration }

func (wrapped) String() string   { return "" }
func (wrapped) Set(string) error { return nil }
func (wrapped) Type() string     { return "duration" }

func TestOwnerFindsTheFieldThatAFlagWritesTo(t *testing.T) {
	type inner struct {
		On      bool
		Names   []string
		Timeout metav1.Duration
	}
	object := &struct {
		Port  int32
		Inner inner
		Next  *inner
	}{Next: &inner{}}
	var elsewhere int
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.Int32Var(&object.Port, "Port", 0, "")
	fs.BoolVar(&object.Inner.On, "Inner.On", false, "")
	fs.StringSliceVar(&object.Inner.Names, "Inner.Names", nil, "")
	fs.DurationVar(&object.Inner.Timeout.Duration, "Inner.Timeout", 0, "")
	fs.Var(wrapped{&object.Next.Timeout}, "Next.Timeout", "")
	fs.IntVar(&elsewhere, "", 0, "")
	a := AddressesOf(object)
	fs.VisitAll(func(f *pflag.Flag) {
		if got := a.Owner(f.Value); got != f.Name {
			t.Errorf("got %q, want %q", got, f.Name)
		}
	})
}
