package scaffold

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// Step is the way from one version of a group to the next one.
type Step struct {
	// From and To are the names of the versions, which are the names of their packages.
	From, To string
	// FromImport and ToImport are the import paths of these packages.
	FromImport, ToImport string
	// InternalPackage is the import path of the package that all versions convert to.
	InternalPackage string
}

// leavesInternalPackage reports whether the step starts at the package that the program works with. Its markers stay
// there: the next version converts to it, as every other does.
func (s Step) leavesInternalPackage() bool { return s.FromImport == s.InternalPackage }

// Source makes a file of the next version from one of the former version, given its name and content. The error is the
// parser's.
func (s Step) Source(name string, content []byte) ([]byte, error) {
	fset := token.NewFileSet()
	if _, err := parser.ParseFile(fset, name, content, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	file := fset.AddFile(name, -1, len(content))
	var tokens scanner.Scanner
	tokens.Init(file, content, nil, scanner.ScanComments)
	copied, afterPackage := 0, false
	for {
		pos, tok, text := tokens.Scan()
		if tok == token.EOF {
			break
		}
		offset := file.Offset(pos)
		out.Write(content[copied:offset])
		copied = offset
		if tok == token.SEMICOLON && text == "\n" {
			continue // the scanner's own
		}
		if tok.IsLiteral() || tok == token.COMMENT {
			out.WriteString(s.token(tok, text, afterPackage))
			copied += len(text)
		}
		afterPackage = tok == token.PACKAGE
	}
	out.Write(content[copied:])
	result := out.Bytes()
	if s.leavesInternalPackage() {
		result = s.ofInternalPackage(name, result)
	}
	return format.Source(result)
}

// token is what becomes of one identifier, literal or comment.
func (s Step) token(tok token.Token, text string, afterPackage bool) string {
	switch {
	case tok == token.COMMENT:
		return s.comment(text)
	case tok == token.IDENT && afterPackage && text == s.From:
		return s.To
	case tok == token.IDENT: // Convert_v1alpha1_Relay_To_config_Relay
		return strings.ReplaceAll(text, "_"+s.From+"_", "_"+s.To+"_")
	case tok == token.STRING && text == `"`+s.From+`"`:
		return `"` + s.To + `"`
	case tok == token.STRING && text == `"`+s.FromImport+`"`:
		return `"` + s.ToImport + `"`
	}
	return text
}

// comment renames the version in a comment, and leaves import paths of others alone.
func (s Step) comment(text string) string {
	text = strings.ReplaceAll(text, "_"+s.From+"_", "_"+s.To+"_")
	word := regexp.MustCompile(`(^|[^\w/.])` + regexp.QuoteMeta(s.From) + `\b`)
	text = word.ReplaceAllString(text, "${1}"+s.To)
	path := regexp.MustCompile(regexp.QuoteMeta(s.FromImport) + `\b`)
	return path.ReplaceAllLiteralString(text, s.ToImport)
}

// ofInternalPackage makes a version that converts to the internal package from a copy of that.
func (s Step) ofInternalPackage(name string, content []byte) []byte {
	ours := map[string]bool{}
	for _, spec := range markers.Vocabulary() {
		ours[spec.Name] = !spec.Foreign
	}
	var out bytes.Buffer
	for line := range strings.Lines(string(content)) {
		comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "//")
		marker, isMarker := strings.CutPrefix(strings.TrimSpace(comment), "+")
		marker, _, _ = strings.Cut(strings.FieldsFunc(marker+" ", func(r rune) bool { return r == '(' || r == '=' })[0], " ")
		switch {
		case isComment && strings.HasPrefix(comment, "go:generate "), isComment && isMarker && ours[marker]:
			continue
		}
		out.WriteString(line)
		if isComment && isMarker && marker == "k8s:defaulter-gen" {
			out.WriteString("// +k8s:conversion-gen=" + s.InternalPackage + "\n")
		}
	}
	if strings.HasSuffix(name, "register.go") && !bytes.Contains(content, []byte("localSchemeBuilder")) {
		out.WriteString(
			"\n// The generated conversions register themselves through this name.\nvar localSchemeBuilder = &SchemeBuilder\n",
		)
	}
	return out.Bytes()
}

// Fixture makes a YAML file of the next version from one of the former version.
func (s Step) Fixture(content []byte) []byte {
	header := regexp.MustCompile(`(?m)^(apiVersion: .*/)` + regexp.QuoteMeta(s.From) + `$`)
	return header.ReplaceAll(content, []byte("${1}"+s.To))
}

// Unregistered says that a file does not register the former version in a way that the next one could follow.
type Unregistered struct{ Missing string }

// Error returns the missing declaration, and the code to write by hand.
func (e *Unregistered) Error() string {
	return fmt.Sprintf("there is no %s to put the next version beside", e.Missing)
}
