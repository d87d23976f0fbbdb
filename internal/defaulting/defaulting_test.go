package defaulting

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

const source = `package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

func SetDefaults_Relay(obj *Relay) {
	election := &obj.Election
	if election.Lock == "" {
		election.Lock = "leases"
	}
	recommended(election)
	if election.Late == "" {
		election.Late = "unknown, since recommended may have set it"
	}
	if obj.Port == nil {
		obj.Port = ptr.To[int32](53)
	}
	if obj.Mode == "" {
		obj.Mode = ModeFast
	}
	if obj.Timeout.Duration == 0 {
		obj.Timeout = metav1.Duration{Duration: 90 * time.Minute}
	}
	if zero := (metav1.Duration{}); obj.Init == zero {
		obj.Init = metav1.Duration{Duration: time.Second}
	}
	if obj.Wait == (metav1.Duration{}) {
		obj.Wait = metav1.Duration{Duration: time.Hour}
	}
	if obj.Short.Duration == 0 {
		obj.Short.Duration = 5 * time.Second
	}
	if obj.Size == nil {
		obj.Size = ptr.To(resource.MustParse("16Mi"))
	}
	if obj.Sample == (intstr.IntOrString{}) {
		obj.Sample = intstr.FromInt32(1)
	}
	if len(obj.Names) == 0 {
		obj.Names = []string{"a", "b"}
	}
	if obj.Labels == nil {
		obj.Labels = map[string]string{}
	}
	if obj.Twice == "" {
		obj.Twice = "a"
	}
	if obj.Port != nil && obj.Twice == "" {
		obj.Twice = "b"
	}
	if obj.Nested == "" {
		if obj.Twice == "a" {
			obj.Nested = "x"
		}
	}
	if obj.Other == "" {
		obj.Twice2 = "not the field that is compared"
	}
	if obj.Computed == 0 {
		obj.Computed = compute()
	}
	if obj.Negative == 0 {
		obj.Negative = -1
	}
	if obj.Ratio == 0 {
		obj.Ratio = 0.5
	}
	if obj.Listen.Address == "" {
		obj.Listen.Address = "outer"
	}
}

func SetDefaults_Listen(obj *Listen) {
	if obj.Address == "" {
		obj.Address = "inner"
	}
	if obj.Backlog == 0 {
		obj.Backlog = 128
	}
}
`

type known map[string]*types.Package

func (k known) Types(path string) (*types.Package, []load.TypeError, error) {
	if k[path] == nil {
		return nil, nil, errors.New("unknown")
	}
	return k[path], nil, nil
}

func read(t *testing.T) *Defaults {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "defaults.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := types.NewPackage("example.com/v1", "v1")
	pkg.Scope().Insert(types.NewConst(0, pkg, "ModeFast", types.Typ[types.String], constant.MakeString("Fast")))
	return Read(&load.Package{Path: "example.com/v1", Files: []*ast.File{file}}, known{"example.com/v1": pkg})
}

func TestFunctionsOfTheUsualForm(t *testing.T) {
	want := map[string]map[string]string{
		"Relay": {
			"Election.Lock": `"leases"`, "Port": "53", "Mode": `"Fast"`, "Timeout": `"1h30m"`, "Wait": `"1h"`, "Short": `"5s"`,
			"Size": `"16Mi"`, "Sample": "1", "Names": `["a","b"]`, "Labels": "{}", "Negative": "-1", "Ratio": "0.5",
			"Listen.Address": `"outer"`,
		},
		"Listen": {"Address": `"inner"`, "Backlog": "128"},
	}
	if diff := cmp.Diff(want, read(t).known); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

func TestTheOuterFunctionRunsFirst(t *testing.T) {
	d := read(t)
	listen := &group.Field{Name: "Listen", Type: &group.Type{Kind: "struct", Name: "Listen"}}
	address := &group.Field{Name: "Address", Parent: listen, Type: &group.Type{Kind: "string"}}
	backlog := &group.Field{Name: "Backlog", Parent: listen, Type: &group.Type{Kind: "int32"}}
	if got := d.Value(address, "Relay"); got != `"outer"` {
		t.Errorf("got %s", got)
	}
	if got := d.Value(backlog, "Relay"); got != "128" {
		t.Errorf("got %s", got)
	}
	listen.Type = &group.Type{Kind: "slice", Elem: listen.Type}
	if got := d.Value(address, "Relay"); got != `"inner"` {
		t.Errorf("in a list, got %s", got)
	}
	if got := Read(nil, known{}).Value(address, "Relay"); got != "" {
		t.Errorf("without a package, got %s", got)
	}
}
