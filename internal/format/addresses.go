package format

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagvalue"
)

// addresses are the formats that flags check, too.
func addresses() []*Format {
	return []*Format{
		address("ip", "IPText", flagvalue.IPText[string](), Format{
			types: []typeName{{"net", "IP"}, {"net/netip", "Addr"}},
			Check: func(text jen.Code) Check {
				return Check{Invalid: jen.Qual("net", "ParseIP").Call(text).Op("==").Nil()}
			},
		}),
		address("ip-sloppy", "SloppyIPText", flagvalue.SloppyIPText[string](), Format{
			types: []typeName{{"net", "IP"}, {"net/netip", "Addr"}},
			Check: func(text jen.Code) Check { return Check{Invalid: notSloppyIP(text)} },
		}),
		address("cidr", "CIDRText", flagvalue.CIDRText[string](), Format{
			types: []typeName{{"net/netip", "Prefix"}},
			Check: func(text jen.Code) Check {
				return Check{
					Init:    jen.List(jen.Id("_"), jen.Id("_"), jen.Err()).Op(":=").Qual("net", "ParseCIDR").Call(text),
					Invalid: jen.Err().Op("!=").Nil(),
				}
			},
		}),
		address("host-port", "HostPortText", flagvalue.HostPortText[string](), Format{
			types:  []typeName{{"net/netip", "AddrPort"}},
			Helper: "isHostPortText",
			Check:  func(text jen.Code) Check { return Check{Invalid: jen.Op("!").Id("isHostPort").Call(text)} },
		}),
		address("ip-port", "IPPortText", flagvalue.IPPortText[string](), Format{
			types:  []typeName{{"net/netip", "AddrPort"}},
			Helper: "isIPPortText",
			Check:  func(text jen.Code) Check { return Check{Invalid: jen.Op("!").Id("isIPPort").Call(text)} },
		}),
		address("ip-or-ip-port", "IPOrIPPortText", flagvalue.IPOrIPPortText[string](), Format{
			types:  []typeName{{"net", "IP"}, {"net/netip", "Addr"}, {"net/netip", "AddrPort"}},
			Helper: "isIPPortText",
			Check: func(text jen.Code) Check {
				return Check{Invalid: notSloppyIP(text).Op("&&").Op("!").Id("isIPPort").Call(text)}
			},
		}),
	}
}

func address(name, codecName string, codec flagvalue.Codec[string], f Format) *Format {
	f.Name, f.Codec, f.Valid, f.Must = name, codecName, parses(codec), must(codec)
	return &f
}

// notSloppyIP is the condition that a text is not an IP address, which may have leading zeros.
func notSloppyIP(text jen.Code) *jen.Statement {
	problems := jen.Qual(emit.UtilValidation, "IsValidIPForLegacyField").Call(jen.Nil(), text, jen.False(), jen.Nil())
	return jen.Len(problems).Op(">").Lit(0)
}
