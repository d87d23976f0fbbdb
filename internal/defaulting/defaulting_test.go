package defaulting

import (
	"encoding/csv"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// libraries are the parts of other modules that the tests use.
var libraries = map[string]string{
	"time": `package time
type Duration int64
const Second Duration = 1000000000`,
	"example.com/meta": `package meta
import "time"
type Duration struct { time.Duration }
func (d Duration) MarshalJSON() ([]byte, error) { return nil, nil }`,
	"example.com/ports": `package ports
const Relay = 5300
var Host = "ports.example.com"`,
	peer: `package peer
import "example.com/base"
type Relay struct { Host string }
func SetDefaults_Election(obj *base.Election) {
	if obj.Lease == 0 {
		obj.Lease = seconds
	}
}
func SetDefaults_Relay(obj *Relay) { obj.Host = "peer" }
var seconds int64 = 15`,
	"example.com/shared": `package shared
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
}`,
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
}`,
}

// module is the user's package, and the packages that it imports.
type module struct {
	source  string
	files   map[string]*ast.File
	checked map[string]*types.Package
	// exported leaves the unexported declarations of libraries out, as export data does.
	exported bool
}

const ours, peer = "example.com/v1", "example.com/peer"

func moduleOf(t *testing.T, source string) *module {
	t.Helper()
	m := &module{source: source, files: map[string]*ast.File{}, checked: map[string]*types.Package{}}
	for path, content := range libraries {
		m.parse(t, path, content)
	}
	m.parse(t, ours, "package v1\n"+source)
	return m
}

func (m *module) parse(t *testing.T, path, content string) {
	t.Helper()
	file, err := parser.ParseFile(positions, path+"/defaults.go", content, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	m.files[path] = file
}

var positions = token.NewFileSet()

func (m *module) Import(path string) (*types.Package, error) {
	if m.files[path] == nil {
		return nil, errors.New("unknown")
	}
	if m.checked[path] == nil {
		config := types.Config{Importer: m, IgnoreFuncBodies: true, Error: func(error) {}}
		m.checked[path], _ = config.Check(path, positions, []*ast.File{m.files[path]}, nil)
	}
	return m.checked[path], nil
}

func (m *module) Types(path string) (*types.Package, []load.TypeError, error) {
	pkg, err := m.Import(path)
	if err == nil && m.exported && path != ours {
		whole := pkg
		pkg = types.NewPackage(path, whole.Name())
		for _, name := range whole.Scope().Names() {
			if token.IsExported(name) {
				pkg.Scope().Insert(whole.Scope().Lookup(name))
			}
		}
	}
	return pkg, nil, err
}

func (m *module) Bodies(path string) []*ast.File {
	if m.files[path] == nil {
		return nil
	}
	return []*ast.File{m.files[path]}
}

func (m *module) Directory(path string) string {
	if path == ours {
		return "v1"
	}
	return ""
}

// fields are the fields of a struct, as in the model of a group.
func fields(of types.Type, parent *group.Field) (found []*group.Field) {
	inner := of.Underlying().(*types.Struct)
	for declared := range inner.Fields() {
		f := &group.Field{Name: declared.Name(), Parent: parent, Type: described(declared.Type())}
		f.Path = f.Name
		if parent != nil {
			f.Path = parent.Path + parent.Type.Elements() + "." + f.Name
		}
		base := declared.Type()
		for {
			elem, ok := base.Underlying().(interface{ Elem() types.Type })
			if !ok {
				break
			}
			base = elem.Elem()
		}
		if _, ok := base.Underlying().(*types.Struct); ok && !f.Type.Base().Leaf {
			f.Fields = fields(base, f)
		}
		found = append(append(found, f), f.Fields...)
	}
	return found
}

func described(of types.Type) *group.Type {
	d := &group.Type{}
	if named, ok := of.(*types.Named); ok {
		d.Name, d.Package = named.Obj().Name(), named.Obj().Pkg().Path()
		d.Leaf = named.NumMethods() > 0
	}
	switch u := of.Underlying().(type) {
	case *types.Pointer:
		d.Kind, d.Elem = "pointer", described(u.Elem())
	case *types.Slice:
		d.Kind, d.Elem = "slice", described(u.Elem())
	case *types.Map:
		d.Kind, d.Elem = "map", described(u.Elem())
	case *types.Struct:
		d.Kind = "struct"
	}
	return d
}

// unknownDefault is a default that is not known.
const unknownDefault = "?"

// defaults are the defaults of the fields of Relay that have or may have one.
func (m *module) defaults(t *testing.T) map[string]Default {
	t.Helper()
	pkg, err := m.Import(ours)
	if err != nil {
		t.Fatal(err)
	}
	d := Read(&load.Package{Path: ours, Files: m.Bodies(ours)}, []string{peer}, m)
	all := map[string]Default{}
	for _, f := range fields(pkg.Scope().Lookup("Relay").Type(), nil) {
		if found := d.Of(f, ours, "Relay"); found.Value != "" || found.Code != nil {
			all[f.Path] = found
		}
	}
	return all
}

func (m *module) values(t *testing.T) map[string]string {
	t.Helper()
	values := map[string]string{}
	for path, d := range m.defaults(t) {
		values[path] = d.Value
		if d.Code != nil {
			values[path] = unknownDefault
		}
	}
	return values
}

func TestGuards(t *testing.T) {
	for name, c := range map[string]struct{ body, a string }{
		"nil":                  {`if obj.P == nil { obj.P = ptr.To[int32](53) }`, "P 53"},
		"zero":                 {`if obj.A == "" { obj.A = "x" }`, `A "x"`},
		"the other way round":  {`if "" == obj.A { obj.A = "x" }`, `A "x"`},
		"length":               {`if len(obj.A) == 0 { obj.A = "x" }`, `A "x"`},
		"less than one":        {`if obj.N < 1 { obj.N = 7 }`, "N 7"},
		"negation":             {`if !(obj.A != "") { obj.A = "x" }`, `A "x"`},
		"else":                 {`if obj.A != "" { obj.B = "y" } else { obj.A = "x" }`, `A "x" B ?`},
		"boolean":              {`if !obj.On { obj.On = true }`, "On true"},
		"no guard":             {`obj.A = "x"`, `A "x"`},
		"switch":               {`switch { case obj.A == "": obj.A = "x" }`, `A "x"`},
		"switch of a value":    {`switch obj.A { case "": obj.A = "x"; case "z": obj.A = "q" }`, `A "x"`},
		"default of a switch":  {`switch obj.A { case "z": default: obj.A = "x" }`, `A "x"`},
		"return before":        {`if obj.A != "" { return }; obj.A = "x"`, `A "x"`},
		"return of another":    {`if obj.B == "" { return }; if obj.A == "" { obj.A = "x" }`, "A ?"},
		"condition of another": {`if obj.B != "" { if obj.A == "" { obj.A = "x" } }`, "A ?"},
		"both conditions":      {`if obj.B != "" && obj.A == "" { obj.A = "x" }`, "A ?"},
		"another that is set": {`if obj.B == "" { obj.B = "y" }
			if obj.B != "" && obj.A == "" { obj.A = "x" }`, `A "x" B "y"`},
		"either way": {
			`if obj.B == "" { obj.A = cmp.Or(obj.A, "x") } else if obj.A == "" { obj.A = "x" }`, `A "x"`},
		"two values": {
			`if obj.B == "" { obj.A = cmp.Or(obj.A, "x") } else if obj.A == "" { obj.A = "z" }`, "A ?"},
		"set before":             {`if obj.A == "" { obj.A = "x" }; if obj.A == "" { obj.A = "z" }`, `A "x"`},
		"or":                     {`obj.N = cmp.Or(obj.N, 1232)`, "N 1232"},
		"or of pointers":         {`obj.P = cmp.Or(obj.P, new(int32(3)))`, "P 3"},
		"dereference":            {`obj.P = ptr.To(ptr.Deref(obj.P, 9))`, "P 9"},
		"zero that is a default": {`if obj.P == nil { obj.P = ptr.To[int32](0) }`, "P 0"},
		"zero variable": {`zero := meta.Duration{}
			if obj.D == zero { obj.D = meta.Duration{Duration: time.Second} }`, `D "1s"`},
		"in a duration":               {`if obj.D.Duration == 0 { obj.D.Duration = 90 * time.Second }`, `D "1m30s"`},
		"address of a variable":       {`x := int32(3); if obj.P == nil { obj.P = &x }`, "P 3"},
		"variable":                    {`x := "a"; x += "b"; if obj.A == "" { obj.A = x }`, `A "ab"`},
		"of another field":            {`if obj.A == "" { obj.A = obj.B }`, "A ?"},
		"constant of another package": {`if obj.N == 0 { obj.N = ports.Relay + 1 }`, "N 5301"},
		"package variable":            {`if obj.A == "" { obj.A = fixed }`, `A "fixed"`},
		"assigned variable":           {`if obj.A == "" { obj.A = changing }`, "A ?"},
		"exported variable":           {`if obj.A == "" { obj.A = Exported }`, "A ?"},
		"of another package":          {`if obj.A == "" { obj.A = ports.Host }`, "A ?"},
		"address of a default":        {`if obj.P == nil { obj.P = &port }`, "P 53"},
		"address elsewhere":           {`if obj.P == nil { obj.P = &elsewhere }; outside.Set(&elsewhere)`, "P ?"},
		"helper":                      {`text(&obj.A, "x"); text(&obj.B, "y")`, `A "x" B "y"`},
		"result of a helper":          {`obj.A = or(obj.A, "x")`, `A "x"`},
		"generic helper":              {`def(&obj.P, new(int32(4))); def(&obj.N, 5)`, "N 5 P 4"},
		"function literal":            {`set := func(s *string) { if *s == "" { *s = "x" } }; set(&obj.A)`, `A "x"`},
		"method":                      {`obj.setDefaults()`, `A "m"`},
		"function without source":     {`outside.Set(&obj.A)`, "A ?"},
		"a copy":                      {`outside.Log(obj.A, obj.N)`, ""},
		"a name elsewhere":            {`o := other{}; o.A = "x"; log(o.N)`, ""},
		"read only":                   {`if obj.A == "z" { log(obj.N) }`, ""},
		"list":                        {`if len(obj.L) == 0 { obj.L = []string{"a", "b"} }`, `L ["a","b"]`},
		"list that grows":             {`if obj.L == nil { obj.L = append(obj.L, "a") }`, `L ["a"]`},
		"map":                         {`if obj.M == nil { obj.M = map[string]string{"a": "b"} }`, `M {"a":"b"}`},
		"map with a key":              {`if obj.M == nil { obj.M = map[string]string{} }; obj.M["a"] = "b"`, "M ?"},
		"items":                       {`for i := range obj.Z { if obj.Z[i].N == 0 { obj.Z[i].N = 4 } }`, "Z[*].N 4"},
		"items by a pointer": {`for i := range obj.Z { z := &obj.Z[i]; if z.N != 0 { continue }
			z.N = 4 }`, "Z[*].N 4"},
		"one item": {`if len(obj.Z) == 1 { obj.Z[0].N = 4 }`, "Z[*].N ?"},
		"items until one": {`for i := range obj.Z { if obj.Z[i].A == "" { break }
			obj.Z[i].N = 4 }`, "Z[*].N ?"},
		"copies of items": {`for _, z := range obj.Z { z.N = 4 }`, ""},
		"in a loop":       {`for _, l := range obj.L { obj.A = l }`, "A ?"},
		"parent": {`if obj.S == nil { obj.S = &Section{} }
			if obj.S.N == 0 { obj.S.N = 1 }`, "S.N 1"},
		"parent that is there": {`if s := obj.S; s != nil { if s.N == 0 { s.N = 1 } }`, "S.N 1"},
		"parent with values":   {`if obj.S == nil { obj.S = &Section{N: 1} }`, "S.N ?"},
		"parent with the default": {`if obj.S == nil { obj.S = &Section{N: 1} }
			obj.S.N = cmp.Or(obj.S.N, 1)`, "S.N 1"},
		"in a new parent": {`obj.S = cmp.Or(obj.S, &Section{}); obj.S.D.Duration = cmp.Or(obj.S.D.Duration, time.Second)`,
			`S.D "1s"`},
		"computed parent": {`if obj.S == nil { obj.S = section() }`, "S.A ? S.D ? S.N ?"},
		"new variable": {`s := &Section{}; s.N = 1; if obj.S == nil { obj.S = s }
			text(&obj.S.A, "x")`, `S.A "x" S.N ?`},
		"panics": {`if err := outside.Check(); err != nil { panic(err) }
			obj.A = cmp.Or(obj.A, "x")`, `A "x"`},
		"goto": {`if obj.A == "" { obj.A = "x" }; goto end; end: obj.B = "y"`, `A ? B ?`},
		"formatted": {
			`obj.A = cmp.Or(obj.A, fmt.Sprintf("%s:%d", fixed, ports.Relay))`, `A "fixed:5300"`},
		"formatted percent": {`obj.A = cmp.Or(obj.A, fmt.Sprintf("%d%%", 5))`, `A "5%"`},
		"formatted type with a method String": {
			`obj.A = cmp.Or(obj.A, fmt.Sprintf("%v", time.Second)); obj.B = cmp.Or(obj.B, fmt.Sprintf("%s", 5*time.Second))`,
			`A ? B ?`},
		"formatted fraction":     {`obj.A = cmp.Or(obj.A, fmt.Sprintf("%v", 1.5))`, `A ?`},
		"formatted with a width": {`obj.A = cmp.Or(obj.A, fmt.Sprintf("%03d", 7))`, `A ?`},
	} {
		t.Run(name, func(t *testing.T) {
			m := moduleOf(t, `
import (
	"cmp"
	"fmt"
	"time"
	"k8s.io/utils/ptr"
	"example.com/meta"
	"example.com/outside"
	"example.com/ports"
)
type Relay struct {
	A, B string
	N    int
	P    *int32
	On   bool
	D    meta.Duration
	L    []string
	M    map[string]string
	S    *Section
	Z    []Section
}
type Section struct {
	A string
	N int
	D meta.Duration
}
type other struct { A string; N int }
var fixed, changing = "fixed", "changing"
var port, elsewhere int32 = 53, 54
var Exported = "exported"
func change() { changing = "" }
func text(s *string, to string) { if *s == "" { *s = to } }
func or(a, b string) string { if a != "" { return a }; return b }
func def[T comparable](field *T, to T) { var zero T; if *field == zero { *field = to } }
func (r *Relay) setDefaults() { text(&r.A, "m") }
func section() *Section { return outside.Section() }
func SetDefaults_Relay(obj *Relay) { `+c.body+` }`)
			got := m.values(t)
			var all []string
			for _, path := range slices.Sorted(maps.Keys(got)) {
				all = append(all, path+" "+got[path])
			}
			if text := strings.Join(all, " "); text != c.a {
				t.Errorf("got %q, want %q", text, c.a)
			}
		})
	}
}

// TestFunctionsOfOtherPackagesAreFollowed reads the defaults that functions of three packages set one after the other.
func TestFunctionsOfOtherPackagesAreFollowed(t *testing.T) {
	m := moduleOf(t, `
import "example.com/shared"
type Relay struct {
	shared.Manager
	Name, Host string
	Log Log
	Odd shared.Metrics
}
type Log struct { Format, Sink string }
func SetDefaults_Relay(obj *Relay) {
	if obj.Metrics.Address == "" {
		obj.Metrics.Address = ":1"
	}
	shared.RecommendManager(&obj.Manager)
	shared.Odd(&obj.Odd)
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
}`)
	want := map[string]string{
		"Manager.Metrics.Address": `":1"`, "Manager.Metrics.Secure": "true", "Manager.Election.Name": `"relay"`,
		"Manager.Election.Lock": `"leases"`, "Manager.Election.Lease": "30", "Manager.Election.Retry": "2",
		"Name": `"relay"`, "Log.Format": unknownDefault, "Log.Sink": unknownDefault,
		"Odd.Address": `":3"`, "Odd.Secure": unknownDefault,
	}
	if diff := cmp.Diff(want, m.values(t)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// TestFunctionsOfPeersSetDefaults has a peer with a function for a struct of a library. Its function for a type of its
// own is ignored, although the type has the name of the root.
func TestFunctionsOfPeersSetDefaults(t *testing.T) {
	m := moduleOf(t, `
import "example.com/base"
type Relay struct {
	Host     string
	Election Election
}
type Election struct {
	base.Election
	Name string
}
func SetDefaults_Election(obj *Election) {
	if obj.Retry == 0 {
		obj.Retry = 2
	}
}`)
	want := map[string]string{"Election.Election.Lease": "15", "Election.Election.Retry": "2"}
	if diff := cmp.Diff(want, m.values(t)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// TestTheRootIsAnAlias has a function for a type of another package that an alias names.
func TestTheRootIsAnAlias(t *testing.T) {
	m := moduleOf(t, `
import "example.com/peer"
type Relay = peer.Relay
func SetDefaults_Relay(obj *Relay) { obj.Host = "alias" }`)
	if diff := cmp.Diff(map[string]string{"Host": `"alias"`}, m.values(t)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// TestTheOuterFunctionRunsFirst has functions for a struct, and for structs in it that are elsewhere, too.
func TestTheOuterFunctionRunsFirst(t *testing.T) {
	m := moduleOf(t, `
type Relay struct {
	Listen Listen
	More   []Listen
}
type Listen struct {
	Address string
	Backlog int
}
func SetDefaults_Relay(obj *Relay) {
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
}`)
	want := map[string]string{
		"Listen.Address": `"outer"`, "Listen.Backlog": "128", "More[*].Address": `"inner"`, "More[*].Backlog": "128",
	}
	if diff := cmp.Diff(want, m.values(t)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
	if got := Read(nil, nil, m).Of(&group.Field{Name: "Listen", Type: &group.Type{}}, ours, "Relay"); got.Value != "" {
		t.Errorf("without a package, got %v", got)
	}
}

// TestWhatElseIsLoadedDoesNotMatter loads a package that only a library imports: the default does not depend on it.
func TestWhatElseIsLoadedDoesNotMatter(t *testing.T) {
	const source = `
import "example.com/between"
type Relay struct { A string }
func SetDefaults_Relay(obj *Relay) { obj.A = between.Name() }`
	of := func(loaded bool) Default {
		m := moduleOf(t, source)
		m.parse(t, "example.com/between", `package between
import "example.com/far"
func Name() string { return far.Prefix + far.Name() }`)
		if loaded {
			m.parse(t, "example.com/far", "package far\nconst Prefix = \"a\"\nfunc Name() string { return \"b\" }")
		}
		return m.defaults(t)["A"]
	}
	with, without := of(true), of(false)
	if with.Code == nil || without.Code == nil {
		t.Fatalf("got %+v and %+v", with, without)
	}
	if with.Code.Digest != without.Code.Digest || !slices.Equal(with.Code.Functions, without.Code.Functions) {
		t.Errorf("got %+v with it, %+v without", *with.Code, *without.Code)
	}
}

// TestExportDataAndSourceTellTheSame has a library with an unexported constant and type, which export data lacks.
func TestExportDataAndSourceTellTheSame(t *testing.T) {
	of := func(exported bool) Default {
		m := moduleOf(t, `
import "example.com/library"
type Relay struct { A string }
func SetDefaults_Relay(obj *Relay) { library.Set(&obj.A) }`)
		m.parse(t, "example.com/library", `package library
type text string
const limit = iota
func Set(s *string) { if len(*s) > limit { *s = string(text(other())) } }`)
		m.exported = exported
		return m.defaults(t)["A"]
	}
	with, without := of(true), of(false)
	if with.Code == nil || without.Code == nil || with.Code.Digest != without.Code.Digest {
		t.Errorf("got %+v and %+v", with, without)
	}
}

// TestDigest has the code that decides about a default: the same code in another form has the same digest, and no other
// code matters.
func TestDigest(t *testing.T) {
	of := func(t *testing.T, source string) *Code {
		t.Helper()
		const types = "import (\n\"example.com/outside\"\n\"k8s.io/utils/ptr\"\n)\ntype Relay struct { A, B string; N int }\n"
		code := moduleOf(t, types+source).defaults(t)["A"].Code
		if code == nil {
			t.Fatal("the default is known")
		}
		return code
	}
	const source = `
const limit = 3
func SetDefaults_Relay(obj *Relay) {
	if obj.B == "" { return }
	host := outside.Host()
	if obj.N == 0 { obj.N = 1 }
	if obj.A == "" && len(host) > limit { obj.A = named(host) }
}
func named(host string) string { return *new(host) + suffix }
var suffix = ":1"
func unrelated() {}`
	was := of(t, source)
	if want := []string{"example.com/v1.SetDefaults_Relay", "example.com/v1.named"}; !slices.Equal(was.Functions, want) {
		t.Errorf("got %q", was.Functions)
	}
	if line := positions.Position(was.Position).Line; line != 13 {
		t.Errorf("it is set in line %d", line)
	}
	change := func(from, to string) string {
		if !strings.Contains(source, from) {
			t.Fatalf("no %s", from)
		}
		return strings.ReplaceAll(source, from, to)
	}
	for name, c := range map[string]struct {
		source  string
		changed bool
	}{
		"a comment":                {change(`{ return }`, "{\n// why\nreturn }"), false},
		"names of variables":       {change(`host`, "name"), false},
		"name of the parameter":    {change(`obj`, "in"), false},
		"a constant's name":        {change(`limit`, "most"), false},
		"another field":            {change(`obj.N = 1`, "obj.N = 2"), false},
		"an unrelated function":    {change(`unrelated() {}`, "unrelated() { panic(1) }"), false},
		"a constant":               {change(`limit = 3`, "limit = 4"), true},
		"the value":                {change(`named(host)`, `named("x")`), true},
		"a variable":               {change(`outside.Host()`, "outside.Name()"), true},
		"the condition":            {change(`obj.A == "" &&`, `obj.A == "" ||`), true},
		"the return before":        {change(`obj.B == ""`, `obj.B == "b"`), true},
		"a function that it calls": {change(`return *new`, `return "x" + *new`), true},
		"a variable's value":       {change(`":1"`, `":2"`), true},
		"a variable's function": {
			change(`var suffix = ":1"`, `var suffix = func() string { x := ":1"; return x }()`), true},
		"another way to a pointer": {change(`new(host)`, `ptr.To(host)`), false},
	} {
		if got := of(t, c.source).Digest != was.Digest; got != c.changed {
			t.Errorf("%s: changed %t, want %t", name, got, c.changed)
		}
	}
}

// TestDepends has the fields that decide about the default of A: the fields that its value or a condition of its code
// reads, and no others.
func TestDepends(t *testing.T) {
	const types = `
import (
	"cmp"
	"example.com/base"
	"example.com/outside"
	"k8s.io/utils/ptr"
)
type Relay struct {
	A, B, C string; N, M int; P *int; On *bool; In Inner; To *Inner; L []Inner; Map map[string]string; E base.Election
}
type Inner struct { A, B string; N int }
func or[T comparable](p *T, v T) { var zero T; if *p == zero { *p = v } }
`
	for name, c := range map[string]struct{ code, want string }{
		"the value":                 {`if obj.A == "" { obj.A = obj.B + obj.C }`, "B C"},
		"a variable":                {`b := obj.B; if obj.A == "" { obj.A = b + "x" }`, "B"},
		"a helper's argument":       {`or(&obj.A, obj.B)`, "B"},
		"a helper's condition":      {`or(&obj.A, either(obj.N == 1))`, "N"},
		"a function without source": {`or(&obj.A, outside.Name2(obj.B))`, "B"},
		"a guard":                   {`if obj.A == "" && obj.N > 3 { obj.A = "x" }`, "N"},
		"a pointer":                 {`if obj.A == "" && *obj.P > 3 { obj.A = "x" }`, "P"},
		"both branches":             {`if obj.On == nil { obj.A = "a" } else { obj.A = "b" }`, "On"},
		"two values": {
			`if obj.A == "" { obj.A = obj.B + "x"; if obj.On == nil { obj.A = obj.B + "y" } }`, "B On"},
		"equal branches": {
			`if obj.On == nil { or(&obj.A, outside.Host()) } else { or(&obj.A, outside.Host()) }`, "On"},
		"a return before": {`if obj.B == "" { return }; or(&obj.A, "x")`, "B"},
		"a return after":  {`or(&obj.A, outside.Host()); if obj.B == "" { return }; or(&obj.C, "x")`, ""},
		"its own return": {
			`if obj.N == 1 { or(&obj.A, "x"); return }; if obj.B == "" { return }; or(&obj.C, "x")`, "N"},
		"a return in a branch": {
			`if obj.N == 1 { if obj.M == 1 { return }; or(&obj.C, "x") }; or(&obj.A, "x")`, "M N"},
		"an end of the program": {`if obj.B == "" { panic("B") }; or(&obj.A, outside.Host())`, ""},
		"other fields": {
			`or(&obj.B, "b"); if obj.N > 1 && obj.M > 1 { or(&obj.C, obj.B) }; or(&obj.A, outside.Host())`, ""},
		"conditions of others": {
			`if obj.N > 1 && obj.M > 1 { or(&obj.C, "c") }; if obj.N > 1 { or(&obj.A, "x") }`, "N"},
		"another default":         {`or(&obj.B, obj.C); or(&obj.A, obj.B)`, "B C"},
		"a default that is known": {`or(&obj.N, 2); if obj.A == "" && obj.N == 2 { obj.A = "x" }`, "N"},
		"a switch":                {`switch obj.B { case "x": obj.A = "a"; case "y": obj.C = "c" }`, "B"},
		"a switch of conditions": {
			`switch { case obj.A != "": case obj.N == 1: obj.A = "a"; default: obj.A = "b" }`, "N"},
		"a loop":                 {`for range obj.L { or(&obj.A, "x") }`, "L"},
		"a map":                  {`if v, ok := obj.Map["x"]; ok { or(&obj.A, v) }`, "Map"},
		"a field in a struct":    {`or(&obj.A, obj.In.B)`, "In.B"},
		"a struct":               {`if obj.To != nil { or(&obj.A, "x") }`, "To"},
		"a call with the object": {`or(&obj.A, named(obj))`, "B"},
		"a literal":              {`if obj.E == (base.Election{}) { obj.A = "x" }`, "E"},
		"cmp.Or":                 {`obj.A = cmp.Or(obj.A, obj.B, "x")`, "B"},
		"ptr.Deref":              {`if obj.A == "" && ptr.Deref(obj.On, true) { obj.A = "x" }`, "On"},
		"a named result":         {`or(&obj.A, result(obj.N))`, "N"},
		"a closure":              {`set := func(v string) { obj.A = v }; if obj.A == "" { set(obj.B) }`, "B"},
		"the machine":            {`or(&obj.A, outside.Host())`, ""},
		"itself":                 {`obj.A = "x" + obj.A`, ""},
		"nothing that is known":  {`or(&obj.A, "x")`, ""},
	} {
		source := types + "func SetDefaults_Relay(obj *Relay) { " + c.code + " }\n" + `
func either(one bool) string { if one { return "a" }; return "b" }
func named(obj *Relay) string { if obj.N == 0 { obj.C = "c" }; return obj.B }
func result(n int) (text string) { text = "a"; if n > 1 { text = "b" }; return }`
		if got := strings.Join(moduleOf(t, source).defaults(t)["A"].Depends, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestNoDefaultOfAComponentIsWrong reads the record of real components.
func TestNoDefaultOfAComponentIsWrong(t *testing.T) {
	file, err := os.Open("testdata/components.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"component", "version", "known", "computed", "none", "wrong"}; !slices.Equal(rows[0], want) {
		t.Fatalf("columns are %q, want %q", rows[0], want)
	}
	if len(rows) != 11 {
		t.Errorf("%d components are recorded, want 10", len(rows)-1)
	}
	for _, row := range rows[1:] {
		if row[5] != "0" {
			t.Errorf("%s %s: %s defaults are wrong", row[0], row[1], row[5])
		}
	}
}
