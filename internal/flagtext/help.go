package flagtext

import (
	"slices"
	"strings"
	"unicode"
)

var (
	// openings begin what a sentence says about its subject when nothing is lost without the subject and the verb.
	openings = strings.Fields(`
		the a an all any each every its their this these those one two three true false
		whether how which what where when who why
	`)
	// beings are the verbs that are dropped with the name.
	beings = strings.Fields("is are says holds")
	// plain are words that end in s and are not verbs.
	plain = strings.Fields("as its plus this thus was versus perhaps always sometimes besides")
)

// FromDoc returns a doc comment as the help of a flag: each paragraph is a line.
func FromDoc(doc string) string {
	paragraphs := strings.Split(doc, "\n\n")
	for i, paragraph := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(paragraph, "\n", " ")
	}
	// pflag takes a word in back quotes for the name of the flag's value.
	return strings.ReplaceAll(strings.Join(paragraphs, "\n"), "`", "'")
}

// Help returns the help of a flag, given the name of its field and the comment of the field.
func Help(field, comment string, initialisms []string) string {
	rest, ok := cutName(comment, field)
	if !ok {
		return comment
	}
	verb, object := word(rest)
	opening, _ := word(object)
	switch {
	case strings.HasPrefix(rest, ":"):
		return capital(strings.TrimLeft(rest[1:], " \n"))
	case slices.Contains(beings, verb) && slices.Contains(openings, opening):
		return capital(object)
	case strings.HasPrefix(rest, " ") && isVerb(verb):
		return capital(strings.TrimLeft(rest, " "))
	case slices.Contains(openings, verb) && strings.HasPrefix(comment, field):
		return comment // an imperative whose verb is the field's name
	}
	words := split(field, initialisms)
	for i, word := range words {
		if strings.ToUpper(word) != word || len(word) == 1 {
			words[i] = lowerWord(word)
		}
	}
	return "The " + strings.Join(words, " ") + rest
}

// isVerb reports whether a word is taken for a verb in the third person that can begin a sentence: Takes, Enables,
// Lets.
func isVerb(word string) bool {
	return strings.HasSuffix(word, "s") && strings.ToLower(word) == word && word != "is" && !slices.Contains(plain, word)
}

// lowerWord is an ordinary word in lower case; an initialism in mixed case, such as OAuth or IPs, stays as it is.
func lowerWord(word string) string {
	if len(word) > 1 && strings.ToLower(word[1:]) != word[1:] {
		return word
	}
	return strings.ToLower(word)
}

// cutName cuts the name of a field off the beginning of a comment; the comments of published types have it in lower
// case.
func cutName(comment, field string) (string, bool) {
	if len(comment) < len(field) || !strings.EqualFold(comment[:len(field)], field) {
		return "", false
	}
	rest := comment[len(field):]
	if next := first(rest); unicode.IsLetter(next) || unicode.IsDigit(next) || next == '_' || next == '-' {
		return "", false
	}
	return rest, true
}

// word returns the first word of a text after a blank, and what follows it.
func word(text string) (found, rest string) {
	text = strings.TrimLeft(text, " ")
	found, rest, _ = strings.Cut(text, " ")
	return strings.TrimRight(found, ",.;"), rest
}

// capital begins a text with an upper-case letter.
func capital(text string) string {
	if text == "" {
		return ""
	}
	letter := string(first(text))
	return strings.ToUpper(letter) + text[len(letter):]
}
