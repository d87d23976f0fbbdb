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

func (k known) Function(string, string) (*ast.File, *ast.FuncDecl) { return nil, nil }

func read(t *testing.T) *Defaults {
	t.Helper()
	pkg := types.NewPackage("example.com/v1", "v1")
	pkg.Scope().Insert(types.NewConst(0, pkg, "ModeFast", types.Typ[types.String], constant.MakeString("Fast")))
	return Read(&load.Package{Path: "example.com/v1", Files: []*ast.File{parsed(t, source)}}, known{"example.com/v1": pkg})
}

var positions = token.NewFileSet()

func parsed(t *testing.T, content string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(positions, "defaults.go", content, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// values are those of each function.
func values(d *Defaults) map[string]map[string]string {
	all := map[string]map[string]string{}
	for of, r := range d.functions {
		all[of] = r.values
	}
	return all
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
	if diff := cmp.Diff(want, values(read(t))); diff != "" {
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

// recommending are packages whose functions the defaults of another one call.
var recommending = map[string]string{
	"example.com/v1": `package v1

import "example.com/shared/v1"

type Relay struct {
	v1.Manager
	Name, Host string
	Log Log
	Odd v1.Metrics
}

type Log struct { Format, Sink string }

func SetDefaults_Relay(obj *Relay) {
	if obj.Metrics.Address == "" {
		obj.Metrics.Address = ":1"
	}
	v1.RecommendManager(&obj.Manager)
	v1.Odd(&obj.Odd)
	if obj.Election.Name == "" {
		obj.Election.Name = "relay"
	}
	if obj.Election.Lock == "" {
		obj.Election.Lock = "the name of another lock"
	}
	name(obj)
}

func name(obj *Relay) {
	if obj.Name == "" {
		obj.Name = "relay"
	}
}

func loop(obj *Log) {
	if obj.Format == "" {
		obj.Format = "text"
	}
	loop(obj)
}

func SetDefaults_Log(obj *Log) {
	loop(obj)
	if obj.Sink == "" {
		obj.Sink = "unknown, since loop may have set it"
	}
}
`,
	"example.com/shared/v1": `package v1

import (
	"example.com/base"
	"k8s.io/utils/ptr"
)

type Manager struct {
	Metrics  Metrics
	Election *base.Election
	Webhook  Webhook
}

type Metrics struct {
	Address string
	Secure  *bool
}

type Webhook struct { Host string }

func RecommendManager(m *Manager) {
	recommendMetrics(&m.Metrics)
	if m.Election == nil {
		m.Election = &base.Election{}
	}
	if m.Election.Lease == 0 {
		m.Election.Lease = 30
	}
	base.Recommend(m.Election)
}

func Odd(m *Metrics) {
	if m.Address == "" {
		m.Address = ":3"
	}
	for range m.Address {
		m.Secure = ptr.To(true)
	}
}

func recommendMetrics(m *Metrics) {
	if m.Address == "" {
		m.Address = ":8443"
	}
	if m.Secure == nil {
		m.Secure = ptr.To(true)
	}
}
`,
	"example.com/base": `package base

type Election struct {
	Name, Lock string
	Lease, Retry int64
}

func Recommend(e *Election) {
	zero := Election{}
	if e.Lock == "" {
		e.Lock = "leases"
	}
	if e.Lease == 0 {
		e.Lease = computed()
	}
	if e.Retry == 0 {
		e.Retry = zero.Lease
		e.Retry = 2
	}
}
`,
}

// sources are packages that are known by their source.
type sources map[string]*ast.File

func (s sources) Types(path string) (*types.Package, []load.TypeError, error) {
	if s[path] == nil {
		return nil, nil, errors.New("unknown")
	}
	imports := func(path string) (*types.Package, error) {
		pkg, _, err := s.Types(path)
		return pkg, err
	}
	config := types.Config{Importer: importer(imports), IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := config.Check(path, positions, []*ast.File{s[path]}, nil)
	return pkg, nil, nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

func (s sources) Function(path, name string) (*ast.File, *ast.FuncDecl) {
	for _, decl := range s[path].Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == name {
			return s[path], f
		}
	}
	return nil, nil
}

// TestFunctionsOfOtherPackagesAreFollowed reads the defaults that functions of three packages set one after the other.
func TestFunctionsOfOtherPackagesAreFollowed(t *testing.T) {
	all := sources{}
	for path, content := range recommending {
		all[path] = parsed(t, content)
	}
	d := Read(&load.Package{Path: "example.com/v1", Files: []*ast.File{all["example.com/v1"]}}, all)
	want := map[string]map[string]string{
		"Relay": {
			"Manager.Metrics.Address": `":1"`, "Manager.Metrics.Secure": "true", "Manager.Election.Lease": "30",
			"Odd.Address": `":3"`, "Manager.Election.Name": `"relay"`, "Name": `"relay"`,
		},
		"Log": {"Format": `"text"`},
	}
	if diff := cmp.Diff(want, values(d)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
	for path, want := range map[string]bool{
		"Manager.Metrics.Address": true, "Manager.Election.Retry": true, "Manager.Election.Lock": true,
		"Manager.Webhook.Host": false, "Host": false, "Name": true, "Odd.Secure": true,
	} {
		if got := d.functions["Relay"].touches(path); got != want {
			t.Errorf("%s may have a default: %t, want %t", path, got, want)
		}
	}
}
