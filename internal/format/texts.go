package format

import (
	"net/url"
	"path"
	"regexp"
	"strconv"

	"github.com/dave/jennifer/jen"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/configgen/configgen/internal/emit"
)

// texts are the formats that validation checks, and flags do not.
func texts() []*Format {
	return []*Format{
		{
			Name: "url", Must: "must be a URL with a scheme, such as https://example.com/path",
			Valid: func(text string) bool {
				u, err := url.Parse(text)
				return err == nil && u.Scheme != "" && (u.Host != "" || u.Path != "")
			},
			Check: func(text jen.Code) Check {
				u := func(field string) *jen.Statement { return jen.Id("u").Dot(field).Op("==").Lit("") }
				return Check{
					Init:    jen.List(jen.Id("u"), jen.Err()).Op(":=").Qual("net/url", "Parse").Call(text),
					Invalid: jen.Err().Op("!=").Nil().Op("||").Add(u("Scheme")).Op("||").Add(u("Host")).Op("&&").Add(u("Path")),
				}
			},
		},
		{
			Name: "port", Must: "must be a port number between 1 and 65535",
			Valid: func(text string) bool {
				port, err := strconv.ParseUint(text, 10, 16)
				return err == nil && port != 0
			},
			Check: func(text jen.Code) Check {
				parse := jen.Qual("strconv", "ParseUint").Call(text, jen.Lit(10), jen.Lit(16))
				return Check{
					Init:    jen.List(jen.Id("port"), jen.Err()).Op(":=").Add(parse),
					Invalid: jen.Err().Op("!=").Nil().Op("||").Id("port").Op("==").Lit(0),
				}
			},
		},
		{
			Name: "percent", Must: "must be a percentage, such as 80%",
			Valid: func(text string) bool { return len(utilvalidation.IsValidPercent(text)) == 0 },
			Check: func(text jen.Code) Check {
				return Check{Messages: jen.Qual(emit.UtilValidation, "IsValidPercent").Call(text)}
			},
		},
		{
			Name: "absolute-path", Must: "must be an absolute path",
			Valid: func(text string) bool { return path.IsAbs(text) || windowsPath.MatchString(text) },
			Check: func(text jen.Code) Check {
				return Check{Invalid: jen.Op("!").Qual("path/filepath", "IsAbs").Call(text)}
			},
		},
		{
			Name: "regexp", Must: "must be a regular expression",
			Valid: func(text string) bool {
				_, err := regexp.Compile(text)
				return err == nil
			},
			Check: func(text jen.Code) Check {
				return Check{
					Init:    jen.List(jen.Id("_"), jen.Err()).Op(":=").Qual("regexp", "Compile").Call(text),
					Invalid: jen.Err().Op("!=").Nil(),
					Detail:  jen.Err().Dot("Error").Call(),
					Repeats: true,
				}
			},
		},
	}
}

// windowsPath is an absolute path on Windows. The generators do not know on which system a path will be used.
var windowsPath = regexp.MustCompile(`^([A-Za-z]:[\\/]|\\\\)`)
