package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts masks secrets in texts that come from elsewhere, such as a validation function: these may quote anything. Texts
// of this module are never masked. They do not quote secrets, and a masked word would tell that it is one.
type Texts struct{ values []value }

// value is a secret as a text may have it.
type value struct {
	text string
	// telling says that the value is unlike a word.
	telling bool
	// foreign says that no word of generated validation, no field and no flag is like the value.
	foreign bool
}

// NewTexts returns what masks the given values. known reports whether a word is the name of a field or flag.
func NewTexts(values []string, known func(word string) bool) Texts {
	values = slices.Clone(values)
	slices.SortFunc(values, func(x, y string) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x, y)) })
	const long = 8 // bytes
	words := strings.Fields(ours + brief)
	var out Texts
	for _, v := range slices.Compact(values) {
		telling := len(v) >= long && !known(v)
		foreign := !known(v) && !slices.Contains(words, v)
		out.values = append(out.values, value{v, telling, foreign})
		if q := strconv.Quote(v); q[1:len(q)-1] != v {
			out.values = append(out.values, value{q[1 : len(q)-1], telling, foreign})
		}
	}
	return out
}

// Value returns the value of a field that is not a secret, as it may be shown. It may contain a secret. A value that
// equals a short one is shown: a mask would tell that it does.
func (t Texts) Value(text string) string {
	return t.masked(text, strings.Fields(ours), func(int, int) bool { return false })
}

// Rule returns what a validation function says of a field that is not a secret. Much of it is generated: a short secret
// is masked where it is all that quotes enclose, and as a word that generated validation does not have.
func (t Texts) Rule(text string) string {
	return t.masked(text, strings.Fields(ours), func(start, end int) bool {
		if start > 0 && end < len(text) && text[start-1] == text[end] && strings.IndexByte("\"'`", text[end]) >= 0 {
			return true
		}
		word := func(v value) bool { return v.foreign && v.text == text[start:end] }
		return !endsInWord.MatchString(text[:start]) && !startsInWord.MatchString(text[end:]) &&
			slices.ContainsFunc(t.values, word) && !limit.MatchString(text[:start])
	})
}

// A word is not part of a longer one, such as an address.
var (
	endsInWord   = regexp.MustCompile(`[\pL\pN_./:@-]$`)
	startsInWord = regexp.MustCompile(`^[.:]*[\pL\pN_/@-]|^::`)
)

// limit is the text before a number of a generated rule.
var limit = regexp.MustCompile(`\b(between|and|exactly|equal to|least|most|longer than|more than|multiple of) $`)

// Foreign returns a text that was not generated. A short secret is masked as a word of its own: to mask every letter
// would reveal it.
func (t Texts) Foreign(text string) string {
	return t.masked(text, nil, func(start, end int) bool { return !insideWord(text, start) && !insideWord(text, end) })
}

// OfSecret returns a text about a secret. If a part of it may be one, it is not shown.
func (t Texts) OfSecret(text string) string {
	if t.Foreign(text) != text {
		return "the reason is not shown, because it may contain the secret"
	}
	return text
}

// masked masks secret values where they stand out. Values that are unlike a word are masked everywhere, except inside
// the given words.
func (t Texts) masked(text string, words []string, standsOut func(start, end int) bool) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		hit := slices.IndexFunc(t.values, func(v value) bool {
			return strings.HasPrefix(text[i:], v.text) && standsOut(i, i+len(v.text))
		})
		word := slices.IndexFunc(words, func(word string) bool {
			return strings.HasPrefix(text[i:], word) && !insideWord(text, i) && !insideWord(text, i+len(word))
		})
		if hit < 0 && word < 0 {
			hit = slices.IndexFunc(t.values, func(v value) bool { return v.telling && strings.HasPrefix(text[i:], v.text) })
		}
		switch {
		case hit >= 0:
			out.WriteString(Mask)
			i += len(t.values[hit].text)
		case word >= 0:
			out.WriteString(words[word])
			i += len(words[word])
		default:
			out.WriteByte(text[i])
			i++
		}
	}
	return out.String()
}

// ours are the longer words of generated validation and of k8s.io/apimachinery/pkg/util/validation. They are not masked
// there.
const ours = `absolute alphanumeric anywhere character characters characters: combinations configuration directory
	duplicate duration elements exceeding expression forbidden internal kilobytes lowercase negative
	non-negative notation otherwise percentage quantity recognized required separated separators specified
	subdomain supported Unsupported unexpected uppercase validation multiple https://example.com/path
	123e4567-e89b-12d3-a456-426614174000 2001:db8::1 2001:db8::/32 10.0.0.1 10.0.0.0/8 127.0.0.1:8080
	127.0.0.1 [::1]:8080 example.com:8080 example.com my_value`

// brief are shorter ones.
const brief = ` CIDR URL UUID DNS RFC IP ID a an as at by do go if in is it no of on or so to up us we
	address after all alias allowed and any are be before between bytes case
	char com consist contain ending empty end equal exactly example fewer field fields feature file flag flags
	following for format from gate gates greater has have host http https invalid item items its key keys label
	labels least less list long longer lower map may mode more most must name names network not null number one
	only other part path paths port ports prefix range regex regular scheme set short start starts string such sum
	than that the them then this time true type unique upper url use used valid value values when which with within
	without zone`

// insideWord reports whether there are letters or digits on both sides of an offset.
func insideWord(text string, offset int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:offset])
	after, _ := utf8.DecodeRuneInString(text[offset:])
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && (unicode.IsLetter(after) || unicode.IsDigit(after))
}

// Quotable reports whether a message of a component that has secrets may quote what its user wrote in place of another
// value. A longer text, or one with a separator, may be the name of a secret and its value.
func Quotable(text string) bool {
	const most = 12
	other := func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._/%+-", r)
	}
	return len(text) <= most && !strings.HasPrefix(text, "-") && strings.IndexFunc(text, other) < 0
}
