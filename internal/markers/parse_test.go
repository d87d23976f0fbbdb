package markers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parse reads marker lines as the doc comment of something in the given place.
func parse(t testing.TB, place Place, lines string) (Set, []string) {
	t.Helper()
	fset := token.NewFileSet()
	source := "package x\n\n// " + strings.ReplaceAll(lines, "\n", "\n// ") + "\ntype T int\n"
	file, err := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
	if err != nil {
		return nil, nil // only the fuzzer makes such input
	}
	var doc *ast.CommentGroup
	if len(file.Decls) > 0 {
		doc = file.Decls[0].(*ast.GenDecl).Doc
	}
	set, findings := NewParser(fset).Parse(doc, place)
	var texts []string
	for _, d := range findings {
		if d.Position.Line < 1 || d.Position.Column < 1 || d.End.Offset < d.Position.Offset || d.End.Offset > len(source) {
			t.Errorf("the finding %s spans %v to %v, outside the source", d, d.Position, d.End)
		}
		texts = append(texts,
			fmt.Sprintf("%d:%d-%d %s (%s)", d.Position.Line-2, d.Position.Column-3, d.End.Column-3, d.Text(), d.Code))
	}
	return set, texts
}

// TestForms parses every form in the manual.
func TestForms(t *testing.T) {
	for _, test := range []struct {
		place Place
		line  string
		want  any
	}{
		{OnType, `+config`, &Config{}},
		{OnType, `+config(scope: instance)`, &Config{Scope: "instance"}},
		{OnType, `+config(typeMeta: optional)`, &Config{TypeMeta: "optional"}},
		{OnType, `+config(scope: "instance")`, &Config{Scope: "instance"}},
		{OnType, `+flags`, &Flags{}},
		{OnType, `+ignoredFlag(type: quantity, default: "1Gi", shorthand: "q", usage: "a", deprecated: "b", hidden: true, ` +
			`section: "s", noOptDefVal: "2Gi")=size`, &IgnoredFlag{Name: "size", Type: "quantity", Default: "1Gi",
			Shorthand: "q", Usage: "a", Deprecated: "b", Hidden: true, Section: "s", NoOptDefVal: "2Gi"}},
		{OnType, `+flags(defaults: "example.com/lib.NewOptions")`, &Flags{Defaults: Ref{"example.com/lib", "NewOptions"}}},
		{OnType, `+flags(method: "AddOwnFlags")`, &Flags{Method: "AddOwnFlags"}},
		{OnType, `+flagDefaults(deprecated: "use --config", section: "dns", prefix: "kube-api-")`,
			&FlagDefaults{"use --config", "dns", "kube-api-", false}},
		{OnField, `+flagDefaults(prefix: "a-", hidden: true)`, &FlagDefaults{Prefix: "a-", Hidden: true}},
		{OnField, `+flag`, &Flag{}},
		{OnField, `+flag=node-ip`, &Flag{Name: "node-ip"}},
		{OnField, `+flag(shorthand: "v", usage: "a (b), \"c\"", hidden: true, section: "s", noOptDefVal: "yes")=v`,
			&Flag{Name: "v", Shorthand: "v", Usage: `a (b), "c"`, Hidden: true, Section: "s", NoOptDefVal: "yes"}},
		{OnField, `+flag(deprecated: "gone")=v`, &Flag{Name: "v", Deprecated: Deprecation{Message: "gone"}}},
		{OnField, `+flag(shorthand: "a", shorthandDeprecated: "use --v")=v`,
			&Flag{Name: "v", Shorthand: "a", ShorthandDeprecated: "use --v"}},
		{OnField, `+flag(type: stringArray)=v`, &Flag{Name: "v", Type: "stringArray"}},
		{OnField, `+flag(deprecated: false)=v`, &Flag{Name: "v", Deprecated: Deprecation{Exempt: true}}},
		{OnField, `+flag(value: "k8s.io/component-base/cli/flag.NewMapStringBool", usageFrom: "example.com/a/v1.Usage")`,
			&Flag{Value: Ref{"k8s.io/component-base/cli/flag", "NewMapStringBool"},
				UsageFrom: Ref{"example.com/a/v1", "Usage"}}},
		{OnField, `+flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags`,
			&FlagsFrom{Func: Ref{"k8s.io/component-base/logs/api/v1", "AddFlags"}}},
		{OnField, `+flagsFrom(exempt: "v, vmodule", deprecated: false)=AddFlags`,
			&FlagsFrom{Func: Ref{Name: "AddFlags"}, Exempt: []string{"v", "vmodule"}, Deprecated: Deprecation{Exempt: true}}},
		{OnField, `+flag(since: "1.4", removal: "1.6", use: "--w", approved: "sig-network")=v`,
			&Flag{Name: "v", Since: "1.4", Removal: "1.6", Use: "--w", Approved: "sig-network"}},
		{OnField, `+deprecated(since: "1.4", removal: "1.6", use: "cache.maxSize")`,
			&Deprecated{"1.4", "1.6", "cache.maxSize"}},
		{OnType, `+tombstone(path: "cache.size", removed: "1.6", use: "cache.maxSize", allow: "CB001,CB018")`,
			&Tombstone{Path: "cache.size", Removed: "1.6", Use: "cache.maxSize", Allow: []string{"CB001", "CB018"}}},
		{OnPackage, `+configgen:allow(rule: CB007, reason: "renamed", until: "1.5")`, &Allow{"CB007", "renamed", "1.5"}},
		{OnField, `+legacyDefault=5m`, &LegacyDefault{"5m"}},
		{OnField, `+legacyDefault=`, &LegacyDefault{""}},
		{OnField, `+legacyDefault={"a": [1, 2]}`, &LegacyDefault{`{"a": [1, 2]}`}},
		{OnField, `+flag(usage: "a\nb\\n \"(c)\n", deprecated: "d\ne", section: ` + "`f`)=g\\nh",
			&Flag{Usage: "a\nb\\n \"(c)\n", Deprecated: Deprecation{Message: "d\ne"}, Section: "f", Name: `g\nh`}},
		{OnType, `+flagDefaults(deprecated: "a\nb")`, &FlagDefaults{Deprecated: "a\nb"}},
		{OnField, `+legacyDefault="a\nb"`, &LegacyDefault{`"a\nb"`}},
		{OnField, `+legacyDefault=ref(k8s.io/api/core/v1.NamespaceAll)`,
			&LegacyDefault{"ref(k8s.io/api/core/v1.NamespaceAll)"}},
		{OnField, `+path`, &Path{Is: true}},
		{OnField, `+path=true`, &Path{Is: true}},
		{OnField, `+path=false`, &Path{}},
		{OnField, `+since=1.4`, &Since{"1.4"}},
		{OnField, `+zero=unset`, &Zero{"unset"}},
		{OnField, `+moved(from: "ipvs.syncPeriod", in: v1alpha1, when: "mode=ipvs")`, &Moved{
			From: "ipvs.syncPeriod", In: "v1alpha1", When: "mode=ipvs",
		}},
		{OnField, `+moved(from: "a", in: v1, convert: "example.com/v1.Split", back: Join)`, &Moved{
			From: "a", In: "v1", Convert: Ref{"example.com/v1", "Split"}, Back: Ref{Name: "Join"},
		}},
		{OnField, `+path(kind: file, access: rw, mustExist: true)`,
			&Path{Is: true, Kind: "file", Access: "rw", MustExist: true}},
		{OnField, `+check=free`, &Check{Property: "free"}},
		{OnField, `+check(address: Address, networks: "tcp,udp")=free`,
			&Check{Property: "free", Address: "Address", Networks: []string{"tcp", "udp"}}},
		{OnField, `+secret(file: TokenFile)`, &Secret{Is: true, File: "TokenFile"}},
		{OnField, `+os=windows`, &OS{[]string{"windows"}}},
		{OnField, `+os=linux,darwin`, &OS{[]string{"linux", "darwin"}}},
		{OnField, `+os=!windows`, &OS{[]string{"!windows"}}},
		{OnField, `+instance`, &Instance{}},
		{OnField, `+precedence=merge`, &Precedence{"merge"}},
		{OnField, `+featureGate=A,B`, &FeatureGate{[]string{"A", "B"}}},
		{OnConstant, `+featureGate=A`, &FeatureGate{[]string{"A"}}},
		{OnField, `+reload=hot`, &Reload{"hot"}},
		{OnField, `+thirdPartyFlag(from: "k8s.io/klog/v2.InitFlags")=v`,
			&ThirdPartyFlag{Ref{"k8s.io/klog/v2", "InitFlags"}, "v"}},
		{OnField, `+format=host-port`, &Format{"host-port"}},
		{OnConstant, `+feature(stage: alpha, since: "1.0")`, &Feature{Stage: "alpha", Since: "1.0"}},
		{OnConstant, `+feature(stage: ga, since: "1.2", default: true, locked: true, minCompatibility: "1.1")`,
			&Feature{"ga", "1.2", true, true, "1.1"}},
		{OnConstant, `+featureRequires=A,B`, &FeatureRequires{[]string{"A", "B"}}},
		{OnPackage, `+configgen:output(flags: "example.com/a", validation: "example.com/b", features: "example.com/c")`,
			&Output{Flags: "example.com/a", Validation: "example.com/b", Features: "example.com/c"}},
		{OnPackage, `+configgen:output(skipUnsafe: true)`, &Output{SkipUnsafe: true}},
		{OnPackage, `+configgen:features(released: "1.3", keep: "2")`, &Features{"1.3", "2"}},
		{OnPackage, `+configgen:api(release: "1.4", ga: 4, alpha: 0)`, &API{Release: "1.4", GA: number(4), Alpha: number(0)}},
		{OnPackage, `+configgen:lint(disable: "number-float,json-case")`,
			&Lint{Disable: []string{"number-float", "json-case"}}},
		{OnPackage, `+groupName=relay.config.example.io`, &GroupName{"relay.config.example.io"}},
		{OnPackage, `+k8s:conversion-gen=example.com/relay`, &ConversionGen{"example.com/relay"}},
		{OnField, `+optional`, &Presence{}},
		{OnField, `+default={"a": 1}`, &Default{`{"a": 1}`}},
		{OnField, `+k8s:minimum=-1`, &Constraint{Value: "-1"}},
		{OnField, `+k8s:ifEnabled(MyGate)=+k8s:required`,
			&IfGate{Gate: "MyGate", Inner: &Marker{Name: "k8s:required", Value: &Constraint{}}}},
	} {
		set, findings := parse(t, test.place, test.line)
		if len(findings) > 0 || len(set) != 1 {
			t.Errorf("%s: got %d markers and the findings %q", test.line, len(set), findings)
			continue
		}
		ignorePositions := cmp.FilterPath(func(p cmp.Path) bool {
			return p.Last().Type() == reflect.TypeFor[token.Position]() || p.Last().String() == ".Text" ||
				p.Last().String() == ".removal"
		}, cmp.Ignore())
		if diff := cmp.Diff(test.want, set[0].Value, ignorePositions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.line, diff)
		}
	}
}

func TestSubfield(t *testing.T) {
	set, findings := parse(t, OnField, `+subfield(Kubeconfig.Inner)=+flag(hidden: true)=kubeconfig`)
	if len(findings) > 0 || len(set) != 1 {
		t.Fatalf("%d markers, findings %q", len(set), findings)
	}
	subfield := set[0].Value.(*Subfield)
	if inner, ok := subfield.Marker.Value.(*Flag); subfield.Path != "Kubeconfig.Inner" || !ok ||
		inner.Name != "kubeconfig" || !inner.Hidden {
		t.Errorf("got %+v", subfield)
	}
	if column := subfield.Marker.Position.Column - 3; column != 29 {
		t.Errorf("the inner marker starts in column %d", column)
	}
}

// mistake is a comment in the given place, and the findings about it: line:start-end of the text, message, code.
type mistake struct {
	place Place
	lines string
	want  []string
}

func checkMistakes(t *testing.T, mistakes []mistake) {
	t.Helper()
	for _, test := range mistakes {
		_, findings := parse(t, test.place, test.lines)
		if diff := cmp.Diff(test.want, findings); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.lines, diff)
		}
	}
}

// TestMistakenMarkers checks the findings about names of markers and their places.
func TestMistakenMarkers(t *testing.T) {
	checkMistakes(t, []mistake{
		{OnField, "+flg=x", []string{"1:1-5 unknown marker +flg; did you mean +flag? (unknown-marker)"}},
		{OnField, "+Flag=x", []string{"1:1-6 unknown marker +Flag; did you mean +flag? (unknown-marker)"}},
		{OnField, "+legacydefault=1",
			[]string{"1:1-15 unknown marker +legacydefault; did you mean +legacyDefault? (unknown-marker)"}},
		{OnField, "+SubField(A)=+path",
			[]string{"1:1-10 unknown marker +SubField; did you mean +subfield? (unknown-marker)"}},
		{OnField, "+ flag=x",
			[]string{"1:1-9 a marker has no white space after the plus sign; use +flag=x (unknown-marker)"}},
		{OnField, "+ flag",
			[]string{"1:1-7 a marker has no white space after the plus sign; use +flag (unknown-marker)"}},
		{OnField, "+ k8s:minimum=1",
			[]string{"1:1-16 a marker has no white space after the plus sign; use +k8s:minimum=1 (unknown-marker)"}},
		{OnField, "+ optional for all of them", nil},
		{OnField, "+8ks:minimum=1",
			[]string{"1:1-13 unknown marker +8ks:minimum; did you mean +k8s:minimum? (unknown-marker)"}},
		{OnField, "+8s:minimum=1",
			[]string{"1:1-12 unknown marker +8s:minimum; did you mean +k8s:minimum? (unknown-marker)"}},
		{OnPackage, "+8ks:deepcopy-gen=package", []string{
			"1:1-18 unknown marker +8ks:deepcopy-gen; did you mean +k8s:deepcopy-gen? (unknown-marker)"}},
		{OnField, "+5 seconds at most", nil},
		{OnField, "+1", nil},
		{OnField, "+---+", nil},
		{OnField, "+flgs=x", []string{"1:1-6 unknown marker +flgs; did you mean +flag? (unknown-marker)"}},
		{OnType, "+flgs", []string{"1:1-6 unknown marker +flgs; did you mean +flags? (unknown-marker)"}},
		{OnField, "+instance: x",
			[]string{"1:1-11 unknown marker +instance:; use +instance, without a colon (unknown-marker)"}},
		{OnField, "+k8s:minumum=1",
			[]string{"1:1-13 unknown marker +k8s:minumum; did you mean +k8s:minimum? (unknown-marker)"}},
		{OnField, "+k8s:MaxItems=1",
			[]string{"1:1-14 unknown marker +k8s:MaxItems; did you mean +k8s:maxItems? (unknown-marker)"}},
		{OnType, "+flag=x",
			[]string{"1:1-8 +flag does not apply to a type; move it into the doc comment of a field (misplaced-marker)"}},
		{OnType, "+flag",
			[]string{"1:1-6 +flag does not apply to a type; use +flags, or move it into the doc comment of a field " +
				"(misplaced-marker)"}},
		{OnField, "+flags",
			[]string{"1:1-7 +flags does not apply to a field; use +flag, or move it into the doc comment of a type " +
				"(misplaced-marker)"}},
		{OnField, "+config",
			[]string{"1:1-8 +config does not apply to a field; move it into the doc comment of a type (misplaced-marker)"}},
		{OnField, "+feature(stage: alpha, since: \"1.0\")",
			[]string{"1:1-37 +feature does not apply to a field; move it into the doc comment of a constant " +
				"(misplaced-marker)"}},
		{OnPackage, "+featureGate=A",
			[]string{"1:1-15 +featureGate does not apply to a package; move it into the doc comment of a field, type or " +
				"constant (misplaced-marker)"}},
		{OnField, "+path\n+path=false",
			[]string{"2:1-12 +path is specified more than once, first on line 3; keep one (duplicate-marker)"}},
	})
}

// TestMistakenArguments checks the findings about arguments and values of markers.
func TestMistakenArguments(t *testing.T) {
	checkMistakes(t, []mistake{
		{OnField, "+flag(shortand: \"x\")=y",
			[]string{"1:7-15 +flag has no argument shortand; did you mean shorthand? (unknown-argument)"}},
		{OnField, "+flag(color: \"x\")=y",
			[]string{"1:7-12 +flag has no argument color; valid arguments: shorthand, shorthandDeprecated, usage, usageFrom, " +
				"deprecated, hidden, section, value, type, noOptDefVal, since, removal, use, approved (unknown-argument)"}},
		{OnField, "+instance(x: 1)",
			[]string{"1:11-12 +instance has no argument x; it takes no arguments (unknown-argument)"}},
		{OnField, "+path(kind: directory)",
			[]string{"1:13-22 the argument kind of +path cannot be \"directory\"; use one of file, dir, socket, " +
				"executable (marker-value)"}},
		{OnField, "+flag(\"x\")",
			[]string{"1:8-9 +flag takes no unnamed argument; use +flag(shorthand: \"...\", shorthandDeprecated: " +
				"\"...\", usage: \"...\", usageFrom: " +
				"\"import/path.Func\", deprecated: \"...\"|false, hidden: true|false, section: \"...\", value: " +
				"\"import/path.Func\", type: stringArray, noOptDefVal: \"...\", since: \"...\", removal: \"...\", " +
				"use: \"...\", approved: " +
				"\"...\")[=name] (unknown-argument)"}},
		{OnField, "+flag(hidden: true, hidden: true)=y",
			[]string{"1:21-27 the argument hidden is specified more than once; keep one (duplicate-argument)"}},
		{OnField, "+flag(hidden: \"true\")=y",
			[]string{"1:16-20 the argument hidden of +flag must be true or false, not \"true\"; use hidden: true|false " +
				"(marker-value)"}},
		{OnField, "+flag(shorthand: 5)=y",
			[]string{"1:18-19 the argument shorthand of +flag must be a string; use shorthand: \"5\" (marker-value)"}},
		{OnPackage, "+configgen:output(docs: true)", []string{"1:25-29 the argument docs of +configgen:output must be " +
			"a string, not true; use docs: \"...\" (marker-value)"}},
		{OnField, "+flag(deprecated: true)=y",
			[]string{"1:19-23 the argument deprecated of +flag must be a message or false, not true; use deprecated: " +
				"\"...\"|false (marker-value)"}},
		{OnField, `+flag(usage: "a\nb", section: "c\nd")=y`, []string{
			"1:1-40 the argument section of +flag cannot have line breaks; remove \\n from it (marker-value)"}},
		{OnType, "+flagDefaults(section: `\\n`)", []string{
			"1:1-29 cannot read +flagDefaults: unhandled escaped character 'n'; use +flagDefaults(deprecated: \"...\", " +
				"section: \"...\", prefix: \"...\", hidden: true|false) (marker-syntax)"}},
		{OnField, "+k8s:item(a: \"b\\nc\")=+k8s:required", []string{
			"1:1-35 cannot read +k8s:item: unhandled escaped character 'n'; use +k8s:item(key: \"...\")=+tag " +
				"(marker-syntax)"}},
		{OnField, "+flag(",
			[]string{"1:1-7 cannot read +flag: unexpected end of input; use +flag(shorthand: \"...\", " +
				"shorthandDeprecated: \"...\", usage: \"...\", usageFrom: " +
				"\"import/path.Func\", deprecated: \"...\"|false, hidden: true|false, section: \"...\", value: " +
				"\"import/path.Func\", type: stringArray, noOptDefVal: \"...\", since: \"...\", removal: \"...\", " +
				"use: \"...\", approved: " +
				"\"...\")[=name] (marker-syntax)"}},
		{OnField, "+flag=",
			[]string{"1:6-7 +flag has no value after the equals sign; specify a value, or remove the equals sign " +
				"(missing-value)"}},
		{OnField, "+legacyDefault",
			[]string{"1:1-15 +legacyDefault needs a value; use +legacyDefault=value (missing-value)"}},
		{OnField, "+instance=true", []string{"1:10-15 +instance takes no value; use +instance (unexpected-value)"}},
		{OnField, "+path=maybe",
			[]string{"1:7-12 the value of +path must be true or false, not maybe; use +path(kind: " +
				"file|dir|socket|executable, access: r|w|rw, mustExist: true|false, watch: true|false)[=true|false] " +
				"(marker-value)"}},
		{OnField, "+os=", []string{"1:1-5 +os needs a value; use +os=a,b (missing-value)"}},
		{OnField, "+os=linux,,darwin",
			[]string{"1:5-18 the value of +os must be names separated by commas, not linux,,darwin; use +os=a,b " +
				"(marker-value)"}},
		{OnField, "+reload=warm",
			[]string{"1:9-13 the value of +reload cannot be \"warm\"; use one of hot, restart, reboot, immutable " +
				"(marker-value)"}},
		{OnField, "+precedence=merged",
			[]string{"1:13-19 the value of +precedence cannot be \"merged\"; did you mean merge? (marker-value)"}},
		{OnField, "+format=hostport",
			[]string{"1:9-17 the value of +format cannot be \"hostport\"; did you mean host-port? (marker-value)"}},
		{OnType, "+config(scope: shared)",
			[]string{"1:16-22 the argument scope of +config cannot be \"shared\"; use one of instance (marker-value)"}},
		{OnType, "+flags(method: \"addFlags\")",
			[]string{"1:17-25 the argument method of +flags must be an exported name of a method, not \"addFlags\"; use " +
				"method: \"...\" (marker-value)"}},
		{OnField, "+flagsFrom=my func",
			[]string{"1:12-19 the value of +flagsFrom must be an import path, a dot and an exported name, not my func; use " +
				"+flagsFrom(deprecated: \"...\"|false, exempt: \"a,b\", section: \"...\", approved: \"...\")=import/path.Func " +
				"(marker-value)"}},
		{OnField, "+flagsFrom=example.com/a.addFlags",
			[]string{"1:12-34 the value of +flagsFrom must be an import path, a dot and an exported name, not " +
				"example.com/a.addFlags; use +flagsFrom(deprecated: \"...\"|false, exempt: \"a,b\", section: " +
				"\"...\", approved: \"...\")=import/path.Func (marker-value)"}},
		{OnField, "+thirdPartyFlag=v",
			[]string{"1:1-18 +thirdPartyFlag needs the argument from; use +thirdPartyFlag(from: \"import/path.Func\")=name " +
				"(missing-argument)"}},
		{OnConstant, "+feature(since: \"1.0\")",
			[]string{"1:1-23 +feature needs the argument stage; use +feature(stage: alpha|beta|ga|deprecated, since: " +
				"\"...\", default: true|false, locked: true|false, minCompatibility: \"...\") (missing-argument)"}},
		{OnConstant, "+feature(stage: alpha, since: 1.0)",
			[]string{"1:1-35 cannot read +feature: unexpected character '.' at position 31; use +feature(stage: " +
				"alpha|beta|ga|deprecated, since: \"...\", default: true|false, locked: true|false, minCompatibility: \"...\") " +
				"(marker-syntax)"}},
		{OnField, "+subfield=+path",
			[]string{"1:1-16 +subfield needs an argument in parentheses; use +subfield(path)=+marker... (missing-argument)"}},
		{OnField, "+subfield(A)=path",
			[]string{"1:14-18 the value of +subfield must be a marker; use +subfield(path)=+marker... (marker-value)"}},
		{OnField, "+subfield(A)=+pth",
			[]string{"1:14-18 +subfield cannot apply +pth, which is not known here; did you mean +path? (marker-value)"}},
		{OnField, "+subfield(A)=+subfield(B)=+path",
			[]string{"1:14-32 +subfield cannot contain +subfield; use the whole path in one marker: " +
				"+subfield(Outer.Inner)=... (marker-value)"}},
		{OnField, "+subfield(A)=+default=3",
			[]string{"1:14-24 +subfield cannot contain +default, which defaulter-gen reads from the field itself; set the " +
				"default in a function SetDefaults_T of the version, for the type T that contains the field (marker-value)"}},
		{OnField, "+format(ip)",
			[]string{"1:9-11 +format takes no unnamed argument; use +format=ip|ip-sloppy|cidr|host-port|ip-port|" +
				"ip-or-ip-port|url|port|percent|absolute-path|regexp (unknown-argument)"}},
		{OnField, "+subfield(A)=+config",
			[]string{"1:14-21 +config does not apply to a field; move it into the doc comment of a type (misplaced-marker)"}},
		{OnField, "+k8s:eachVal=+flag=x",
			[]string{"1:14-21 +k8s:eachVal cannot apply +flag, which is not known here; see configgen markers (marker-value)"}},
		{OnField, "+flag=a\n+flg=b\n+path=x", []string{
			"2:1-5 unknown marker +flg; did you mean +flag? (unknown-marker)",
			"3:7-8 the value of +path must be true or false, not x; use +path(kind: file|dir|socket|executable, " +
				"access: r|w|rw, mustExist: true|false, watch: true|false)[=true|false] (marker-value)",
		}},
		// Markers of others, near ours or not, and prose are left alone.
		{OnField, "+patchStrategy=merge\n+kubebuilder:validation:Minimum=1\n+genclient\n+protobuf=true\n+1 for this\n+ " +
			"flags = what they are\n+k8s:maxBytes=3\n+k8s:unique=set\n+k8s:conversion-fn=drop\n+k8s:openapi-gen=true",
			nil},
		{OnPackage, "+k8s:deepcopy-gen=package\n+groupName=a.b", nil},
	})
}

func TestText(t *testing.T) {
	fset := token.NewFileSet()
	source := "package x\n\n// T is\n// a type.\n// +flag=t\n//\n//\n//\n// More.\n// ---\n// Notes.\n//go:generate " +
		"x\ntype T int\n\n/*\n * U is\n * +path\n * another.\n */\ntype U int\n"
	file, err := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"T is\na type.\n\nMore.", "U is\nanother."} {
		doc := file.Decls[i].(*ast.GenDecl).Doc
		if got := Text(doc); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if lines := Lines(doc); len(lines) != 1 {
			t.Errorf("got the marker lines %v", lines)
		} else if at := fset.Position(lines[0].Pos).Offset; source[at] != '+' {
			t.Errorf("the marker is said to start at %q", source[at:at+5])
		}
	}
}

func TestMentions(t *testing.T) {
	for source, want := range map[string]bool{
		"// +config\ntype T struct{}":                  true,
		"/*\n * +config\n */\ntype T struct{}":         true,
		"//   +confg\ntype T struct{}":                 true,
		"type T struct{\n\tA int // +flag=a\n}":        true,
		"// +k8s:conversion-gen=a/b\npackage x":        true,
		"// +optional\n// +genclient\nvar a = 1 +flag": false,
		"// two + three\n// +\n// + flags for all\n":   false,
		"// Two.\n// + flag\n":                         true,
		"package x // nothing\n// +k8s:client-gen=a\n": false,
	} {
		if got := Mentions([]byte(source)); got != want {
			t.Errorf("%q: got %v", source, got)
		}
	}
}

// FuzzParse looks for input that makes the parser panic, or place a finding outside the source.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`+flag(shorthand: "v", deprecated: false)=v`, `+subfield(A.B)=+flag=x`, `+k8s:eachVal=+k8s:maxLength=3`,
		`+legacyDefault=ref(a.B)`,
		`+flag(a: "\`, `+subfield(A)=+flag(usage: "a\nb\`, "+os=!a,\n+os=",
		`+k8s:ifEnabled(X)=+`, `+subfield()=+path`, `+flag(-)`, "+ü=1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, place := range []Place{OnPackage, OnType, OnField, OnConstant} {
			parse(t, place, text)
		}
		Mentions([]byte("// " + text))
	})
}

func number(n int) *int { return &n }

// TestRemove removes markers with their lines, and leaves what is beside them.
func TestRemove(t *testing.T) {
	for source, want := range map[string]string{
		"// A is one.\n// +optional\n// B.\npackage a\n":        "// A is one.\n// B.\npackage a\n",
		"// +optional\r\npackage a\r\n":                         "package a\r\n",
		"/*\n+optional\n*/\npackage a\n":                        "/*\n*/\npackage a\n",
		"/* +optional */\npackage a\n":                          "/*  */\npackage a\n",
		"// +subfield(A)=+subfield(B)=+path\npackage a\n":       "// +subfield(A)=+subfield(B)=+path\npackage a\n",
		"// +k8s:eachVal=+k8s:eachVal=+k8s:enum\npackage a\n":   "package a\n",
		"package a // +optional\nvar b = 1 // says more than a": "package a // +optional\nvar b = 1 // says more than a",
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		set, _ := NewParser(fset).Parse(file.Doc, OnField)
		got := source
		for _, m := range set {
			for m.Inner() != nil {
				m = *m.Inner()
			}
			for _, e := range m.Remove().Edits {
				got = got[:e.Start] + e.New + got[e.End:]
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
