package legacydefaults

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagvalue"
	"github.com/configgen/configgen/internal/group"
)

const (
	resourcePackage = "k8s.io/apimachinery/pkg/api/resource"
	intstrPackage   = "k8s.io/apimachinery/pkg/util/intstr"
)

// known are types that are written as a text and mean more than one.
var known = map[string]func(*writer, input) (expression, *misfit){
	"time.Duration":                duration,
	intstrPackage + ".IntOrString": intOrString,
	resourcePackage + ".Quantity": parsed{
		of: named(
			resourcePackage,
			"resource",
			"Quantity",
		), function: "MustParse", what: "a quantity such as 10Mi or 500m", valid: isQuantity,
	}.write,
	"net.IP": parsed{
		of: named(
			"net",
			"net",
			"IP",
		), function: "ParseIP", what: "an IP address", valid: accepts(flagvalue.IP()), empty: jen.Nil(),
	}.write,
	"net/netip.Addr": parsed{
		of: named(
			"net/netip",
			"netip",
			"Addr",
		), function: "MustParseAddr", what: "an IP address", valid: accepts(flagvalue.Addr()),
		empty: jen.Qual("net/netip", "Addr").Values(),
	}.write,
	"net/netip.AddrPort": parsed{
		of: named(
			"net/netip",
			"netip",
			"AddrPort",
		), function: "MustParseAddrPort", what: "an address with a port, such as 192.0.2.1:53",
		valid: accepts(flagvalue.AddrPort()), empty: jen.Qual("net/netip", "AddrPort").Values(),
	}.write,
	"net/netip.Prefix": parsed{
		of: named("net/netip", "netip", "Prefix"), function: "MustParsePrefix", what: "an address range such as 192.0.2.0/24",
		valid: accepts(flagvalue.Prefix()), empty: jen.Qual("net/netip", "Prefix").Values(),
	}.write,
}

func named(path, pkg, name string) *group.Type {
	return &group.Type{Kind: "struct", Package: path, PackageName: pkg, Name: name}
}

// accepts is the check that a flag of the type makes. The text goes into generated code, so that blanks around it are
// refused.
func accepts[T any](codec flagvalue.Codec[T]) func(string) bool {
	return func(text string) bool {
		_, err := codec.Parse(text)
		return err == nil && strings.TrimSpace(text) == text
	}
}

func isQuantity(text string) bool { return accepts(flagvalue.Quantity())(text) }
func isDuration(text string) bool { return accepts(flagvalue.Duration[time.Duration]())(text) }

// parsed is a type whose values a function of its package makes from a text that has been checked here.
type parsed struct {
	of       *group.Type
	function string
	what     string // what the text should be
	valid    func(string) bool
	empty    *jen.Statement // what no text means; nil where it means nothing
}

func (p parsed) write(w *writer, in input) (expression, *misfit) {
	text, err := in.plain(p.of)
	if err != nil {
		return expression{}, err
	}
	if text == "" && p.empty != nil {
		return expression{code: p.empty.Clone()}, nil
	}
	if !p.valid(text) {
		return expression{}, unfit(fmt.Sprintf("%q is not a %s", text, p.of), "use "+p.what)
	}
	w.file.Import(p.of.Package, p.of.PackageName)
	return expression{code: jen.Qual(p.of.Package, p.function).Call(jen.Lit(text)), typed: true}, nil
}

func intOrString(w *writer, in input) (expression, *misfit) {
	if in.json != nil && in.json.kind != '0' && in.json.kind != 's' {
		return expression{}, unfit(
			fmt.Sprintf("%s is neither a number nor a string", in),
			"use a number, or a text such as 25%")

	}
	text, quoted := in.quoted()
	if !quoted {
		text = in.String()
	}
	w.file.Import(intstrPackage, "intstr")
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil && in.json != nil && in.json.kind == '0' {
		return expression{}, unfit(
			fmt.Sprintf("%s is not an integer that fits into 32 bits", text),
			"use a smaller number, or a text such as 25%")

	}
	if err != nil || quoted {
		return expression{code: jen.Qual(intstrPackage, "FromString").Call(jen.Lit(text)), typed: true}, nil
	}
	return expression{code: jen.Qual(intstrPackage, "FromInt32").Call(jen.Lit(int(number))), typed: true}, nil
}

func duration(w *writer, in input) (expression, *misfit) {
	text, err := in.plain(&group.Type{Kind: "int64", Package: "time", PackageName: "time", Name: "Duration"})
	if err != nil {
		return expression{}, err
	}
	value, parseErr := time.ParseDuration(text)
	if parseErr != nil {
		fix := "use a duration such as 30s or 1h30m"
		if _, err := strconv.Atoi(text); err == nil {
			fix = fmt.Sprintf("add its unit, as in %ss or %sm", text, text)
		}
		return expression{}, unfit(fmt.Sprintf("%q is not a duration", text), fix)
	}
	if value == 0 {
		return expression{code: jen.Lit(0)}, nil
	}
	return expression{code: emit.Duration(value), typed: true}, nil
}
