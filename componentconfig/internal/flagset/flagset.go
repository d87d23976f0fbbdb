package flagset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// Set is the set of flags of one component, by section.
type Set struct {
	// Name is the name of the program or subcommand.
	Name string
	// BeforeUsage is called before the flags are shown, if it is not nil.
	BeforeUsage func()
	// Commands are the names of the subcommands beside the set.
	Commands []string
	// TakesArguments accepts arguments that are not flags. They are an error otherwise.
	TakesArguments bool
	// Removed says of the names of former flags when they were removed, and what to use instead.
	Removed map[string]string
	// Elsewhere says of the names of flags of other operating systems that this one does not have them.
	Elsewhere map[string]string
	// Arguments are the arguments of the last Parse that are not flags.
	Arguments []string
	cliflag.NamedFlagSets
}

// New returns an empty set. Underscores in flag names are read as dashes, as in Kubernetes, unless NormalizeNameFunc is
// set to another function or to nil.
func New(name string) *Set {
	return &Set{Name: name, NamedFlagSets: cliflag.NamedFlagSets{NormalizeNameFunc: cliflag.WordSepNormalizeFunc}}
}

// Like returns an empty set that has the name of another one, and reads the names of flags in the same way.
func Like(other *Set) *Set {
	return &Set{Name: other.Name, NamedFlagSets: cliflag.NamedFlagSets{NormalizeNameFunc: other.NormalizeNameFunc}}
}

// Add adds flags to a section. It returns an error if a name or shorthand is in the set already: one of the two flags
// would never be set.
func (s *Set) Add(section string, flags *pflag.FlagSet) error {
	var err error
	flags.VisitAll(func(f *pflag.Flag) {
		if err == nil {
			err = s.taken(f)
		}
	})
	if err == nil {
		s.FlagSet(section).AddFlagSet(flags)
	}
	return err
}

func (s *Set) taken(f *pflag.Flag) error {
	for _, section := range s.Order {
		if s.FlagSets[section].Lookup(f.Name) != nil {
			return fmt.Errorf("the flag --%s is registered twice", f.Name)
		}
		if f.Shorthand == "" {
			continue
		}
		if other := s.FlagSets[section].ShorthandLookup(f.Shorthand); other != nil {
			return fmt.Errorf("-%s is the shorthand of two flags: --%s and --%s", f.Shorthand, other.Name, f.Name)
		}
	}
	return nil
}

// Given is one flag on a command line, in its long form.
type Given struct {
	Name, Value string
}

// Secrets says which flags set secrets, and whether the component has any.
type Secrets struct {
	Flag func(name string) bool
	Any  func() bool
}

// Arrange moves the named sections to the front, in their order.
func (s *Set) Arrange(sections []string) {
	named := slices.DeleteFunc(slices.Clone(sections), func(name string) bool { return !slices.Contains(s.Order, name) })
	rest := slices.DeleteFunc(slices.Clone(s.Order), func(name string) bool { return slices.Contains(named, name) })
	s.Order = append(named, rest...)
}

// Parse parses a command line into the registered flags. It returns the flags in their order and pflag's warnings about
// deprecated ones. The error names the flag, and its value unless that can be a secret. Arguments that are not flags
// are an error without TakesArguments, which does not quote them: one may be the value of a flag that ends with "= ".
func (s *Set) Parse(args []string, secrets Secrets) (given []Given, warnings []string, err error) {
	all := s.all()
	var printed bytes.Buffer
	all.SetOutput(&printed)
	err = all.ParseAll(args, func(f *pflag.Flag, value string) error {
		given = append(given, Given{f.Name, value})
		if name, isFlag := strings.CutPrefix(value, "-"); isFlag {
			if other := all.Lookup(flagName(name)); other != nil && secrets.Flag(other.Name) {
				return &invalid{fmt.Sprintf("--%s needs a value, not the flag --%s", f.Name, other.Name)}
			}
		}
		if err := all.Set(f.Name, value); err != nil {
			if name := meant(all, f, args, value); name != "" {
				return &invalid{fmt.Sprintf("-%s is the flag -%s and its value: use --%s", name, f.Shorthand, name)}
			}
			hidden := secrets.Flag(f.Name) || followsShorthand(args, value)
			return refused(f, value, err, hidden, hidden || secrets.Any() && !redact.Quotable(value))
		}
		return nil
	})
	for line := range strings.Lines(printed.String()) {
		warnings = append(warnings, strings.TrimSpace(line))
	}
	s.Arguments = all.Args()
	if err == nil && len(s.Arguments) > 0 && !s.TakesArguments {
		err = s.unexpected(args)
	}
	return given, warnings, s.word(err, args, secrets)
}

// Given returns the flags of a command line and the other arguments, and sets nothing. It returns the same errors as
// Parse.
func (s *Set) Given(args []string, secrets Secrets) (given []Given, rest []string, err error) {
	all := s.all()
	err = all.ParseAll(args, func(f *pflag.Flag, value string) error {
		given = append(given, Given{f.Name, value})
		return nil
	})
	return given, all.Args(), s.word(err, args, secrets)
}

// unexpected is the error that there is an argument. It says where, and names a subcommand that may be meant.
func (s *Set) unexpected(args []string) error {
	text := "unexpected first argument"
	for i := range args {
		part := s.all()
		//nolint:errcheck // The last flag may lack its value.
		part.ParseAll(args[:i+1], func(*pflag.Flag, string) error { return nil })
		if part.NArg() > 0 {
			break
		}
		if name := flagName(args[i]); strings.HasPrefix(args[i], "--") && part.Lookup(name) != nil {
			text = "unexpected argument after --" + name
			if f := part.Lookup(name); i+1 < len(args) && f.Value.Type() == "bool" &&
				slices.Contains([]string{"true", "false"}, args[i+1]) {
				return fmt.Errorf("--%s does not take the next argument as its value: use --%[1]s=%s", name, args[i+1])
			}
		} else if strings.HasPrefix(args[i], "-") && len(args[i]) > 1 {
			text = "unexpected argument after " + args[i][:2]
		}
	}
	text += ": " + s.Name + " accepts only flags"
	switch near := schema.Nearest(s.Arguments[0], s.Commands); {
	case near != "":
		return fmt.Errorf("%s; did you mean the command %s?", text, near)
	case len(s.Commands) > 0:
		text += ", or the command " + strings.Join(s.Commands, " or ") + " in front of them"
	}
	return errors.New(text + "; specify a value as --flag=value, without blanks")
}

// flagName returns the name in what follows the first dash of an argument.
func flagName(argument string) string {
	name := strings.TrimLeft(argument, "-")
	if end := strings.IndexFunc(name, func(r rune) bool { return r == ':' || r == '=' || unicode.IsSpace(r) }); end >= 0 {
		name = name[:end]
	}
	return name
}

// meant returns the name of the flag that an argument has which begins with a single dash, the shorthand of a flag and
// its value.
func meant(all *pflag.FlagSet, f *pflag.Flag, args []string, value string) string {
	for _, arg := range args {
		if name := flagName(arg); len(name) > 1 && f.Shorthand != "" && arg == "-"+f.Shorthand+value &&
			all.Lookup(name) != nil {
			return name
		}
	}
	return ""
}

// followsShorthand reports whether a value may be what follows a single dash: -token=abc gives the flag -t the value
// oken=abc.
func followsShorthand(args []string, value string) bool {
	return value != "" && slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, value)
	})
}

// all returns one flag set with the flags of all sections.
func (s *Set) all() *pflag.FlagSet {
	all := pflag.NewFlagSet(s.Name, pflag.ContinueOnError)
	all.SetNormalizeFunc(s.NormalizeNameFunc)
	all.Usage = func() {}
	for _, section := range s.Order {
		all.AddFlagSet(s.FlagSets[section])
	}
	return all
}

// Lookup returns a flag of any section, or nil.
func (s *Set) Lookup(name string) *pflag.Flag { return s.all().Lookup(name) }

// word returns an error of pflag in other words, without the values that it quotes, and with a suggestion for an
// unknown flag.
func (s *Set) word(err error, args []string, secrets Secrets) error {
	if err == nil || errors.As(err, new(*invalid)) {
		return err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		return s.unknown(shownFlag(name, args, secrets), flagName(name))
	}
	if strings.HasPrefix(text, "unknown shorthand flag: ") {
		// What follows the dash may be the name of a flag and its value, or the value of a shorthand.
		_, argument, _ := strings.Cut(text, " in -")
		shown := ""
		if name := flagName(argument); s.all().Lookup(name) != nil {
			shown = name
		} else if r, size := utf8.DecodeRuneInString(argument); size > 0 {
			shown = layers.Quoted(string(r))
		}
		return s.unknown("-"+shown, flagName(argument))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: --"); ok {
		return fmt.Errorf("--%[1]s: the value is missing; specify it as --%[1]s=VALUE", name)
	}
	if strings.HasPrefix(text, "bad flag syntax: ") {
		return errors.New("unknown flag: a flag is --name=value")
	}
	return err
}

// shownFlag returns what may be shown of an unknown flag: its name, if something separates it from a value. Otherwise
// the value may be a part of it, and be a secret.
func shownFlag(name string, args []string, secrets Secrets) string {
	at := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--"+name) })
	separated := at >= 0 && strings.Trim(args[at][len("--"+flagName(name)):], ":= ") != ""
	if separated || !secrets.Any() {
		return "--" + layers.Name(name)
	}
	return fmt.Sprintf("in argument %d", at+1)
}

// unknown returns the error for an unknown flag: a removed flag, a flag of another operating system, or a name that is
// compared with the names of the existing flags.
func (s *Set) unknown(shown, name string) error {
	once := strings.ReplaceAll(name, "_", "-")
	if when, former := s.Removed[once]; former && !isShorthand(shown) {
		return fmt.Errorf("--%s was %s", name, when)
	}
	if where, other := s.Elsewhere[once]; other && !isShorthand(shown) {
		return fmt.Errorf("--%s %s", name, where)
	}
	var known []string
	s.all().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if near := schema.Nearest(name, known); near != "" {
		return fmt.Errorf("unknown flag %s; did you mean --%s?", shown, near)
	}
	return fmt.Errorf("unknown flag %s", shown)
}

func isShorthand(shown string) bool {
	return strings.HasPrefix(shown, "-") && !strings.HasPrefix(shown, "--")
}

// refused returns the error of an invalid value. That of a secret is not described; unquoted ones are not shown.
func refused(f *pflag.Flag, value string, err error, secret, unquoted bool) error {
	if secret {
		return &invalid{fmt.Sprintf("--%s: the value is not valid", f.Name)}
	}
	cause := err
	for u := errors.Unwrap(cause); u != nil; u = errors.Unwrap(cause) {
		cause = u
	}
	text := cause.Error()
	if _, after, ok := strings.Cut(text, " flag: "); ok {
		text = after // Pflag wraps the cause.
	}
	if strings.HasPrefix(text, "strconv.") {
		text = text[strings.LastIndex(text, ": ")+2:]
	}
	must, known := expected(f.Value.Type(), text)
	if strings.Contains(must, "duration") && schema.TooLong(value) {
		must, known = "must be "+schema.LongestDuration, true
	}
	switch {
	case !unquoted:
		return &invalid{fmt.Sprintf("--%s: %q is not valid: %s", f.Name, value, must)}
	case known:
		return &invalid{fmt.Sprintf("--%s: %s", f.Name, must)}
	}
	return &invalid{fmt.Sprintf("--%s: the value is not valid", f.Name)}
}

// expected returns the requirement on a value, in place of the error text of a package. known reports whether the
// result is from this package, which does not quote the value.
func expected(kind, text string) (must string, known bool) {
	item, isList := strings.CutSuffix(kind, "Slice")
	must = "must be "
	if isList {
		must = "each item must be "
	}
	switch {
	case strings.HasPrefix(text, "time: "):
		return must + "a duration such as 30s or 5m", true
	case text == strconv.ErrSyntax.Error() && item == "bool":
		return must + "true or false", true
	case text == strconv.ErrSyntax.Error():
		return must + "a number", true
	case text == strconv.ErrRange.Error():
		return "the number is too large or too small", true
	}
	return text, false
}

type invalid struct{ text string }

func (e *invalid) Error() string { return e.text }

// PrintUsage writes the flags of the set, section by section, wrapped at cols columns (0: not wrapped).
func (s *Set) PrintUsage(w io.Writer, cols int) {
	if s.BeforeUsage != nil {
		s.BeforeUsage()
	}
	if len(s.Order) == 1 {
		//nolint:errcheck // An error of the output cannot be reported.
		fmt.Fprintf(w, "Flags:\n%s", s.FlagSets[s.Order[0]].FlagUsagesWrapped(cols))
		return
	}
	cliflag.PrintSections(w, s.NamedFlagSets, cols)
}

// Inert adds copies of flags that are parsed like the originals and set nothing. Parsing a command line again for one
// object needs the flags of everything else, but must not set them again.
func Inert(flags *pflag.FlagSet, into *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if into.Lookup(f.Name) != nil {
			return
		}
		c := *f
		c.Value, c.Deprecated, c.ShorthandDeprecated = inert{f.Value.Type()}, "", ""
		if c.Shorthand != "" && into.ShorthandLookup(c.Shorthand) != nil {
			c.Shorthand = ""
		}
		into.AddFlag(&c)
	})
}

type inert struct{ kind string }

func (inert) Set(string) error   { return nil }
func (inert) String() string     { return "" }
func (v inert) Type() string     { return v.kind }
func (v inert) IsBoolFlag() bool { return v.kind == "bool" }

// Pick adds only the named flags of a library. It returns an error that lists the flags of the library if one is not
// among them.
func Pick(into *pflag.FlagSet, register func(*pflag.FlagSet), names ...string) error {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	register(all)
	for _, name := range names {
		f := all.Lookup(name)
		if f == nil {
			var have []string
			all.VisitAll(func(f *pflag.Flag) { have = append(have, f.Name) })
			slices.Sort(have)
			return fmt.Errorf("the library does not register the flag %q; it has %s", name, strings.Join(have, ", "))
		}
		into.AddFlag(f)
	}
	return nil
}
