package componentconfig

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// Gate is the setting of one feature gate in the merged layers.
type Gate struct {
	Name    string
	Enabled bool
	// Origins are the sources of the setting, the highest layer first.
	Origins []Origin
}

// Gates is the answer to the settings of all gates.
type Gates struct {
	// Enabled reports whether a gate is enabled by these settings or by default.
	Enabled func(name string) bool
	// Commit applies the settings to the process. The loader calls it after the whole configuration was validated.
	Commit func()
	// Describe returns the stage and the default of a gate in the version that applies, such as "BETA - default=true".
	// Messages and the help of flags name those. A nil Describe leaves what the generated code says, which is the newest.
	Describe func(name string) string
	// Problems are mistakes in the settings. Warnings are for the operator, about settings that will be refused in a later
	// release; they become Loaded.Warnings.
	Problems, Warnings []GateProblem
}

// GateProblem is a message about the setting of a gate.
type GateProblem struct {
	// Name is the name of the gate. It is empty if the message is about none.
	Name, Message string
	// Origins are the sources of the setting, the highest layer first. The loader finds them by the name.
	Origins []Origin
}

// String returns the message after its origin.
func (p GateProblem) String() string {
	if len(p.Origins) == 0 {
		return p.Message
	}
	return p.Origins[0].String() + ": " + p.Message
}

// setGates passes the merged feature gates to the function of WithFeatureGates. candidate.swapGates applies them to the
// process.
func setGates(c *candidate) (problems layers.Problems) {
	if c.gates == nil {
		return ungated(c)
	}
	patterns := c.patternsOf(c.gatesField)
	if len(patterns) != 1 {
		return layers.Problems{{Code: layers.BadComponent,
			Message: fmt.Sprintf("%s has no field %s for feature gates", c.kind, c.gatesField)}}
	}
	var gates []Gate
	byName := map[string][]Origin{}
	settings := schema.BoolsAt(c.config, c.gatesField)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		origins := gateOrigins(c, patterns[0], name, settings[name])
		gates = append(gates, Gate{name, settings[name], origins})
		byName[name] = origins
	}
	answer := c.gates(gates)
	*c.enabled, *c.describe, c.swapGates = answer.Enabled, answer.Describe, answer.Commit
	if c.fragment { // Another file may enable what this one does not mention.
		*c.enabled = func(gate string) bool {
			_, mentioned := settings[gate]
			return !mentioned || answer.Enabled(gate)
		}
	}
	positioned := func(p GateProblem) layers.Problem {
		if origins, set := byName[p.Name]; set {
			return problemAt(origins, layers.FeatureGate, patterns[0]+"["+p.Name+"]", p.Message)
		}
		return layers.About(layers.Pos{}, layers.FeatureGate, patterns[0], p.Message)
	}
	for _, p := range answer.Problems {
		for _, r := range c.removed {
			if r.Of.Gate != "" && r.Of.Gate == p.Name {
				p.Message = "the feature gate was " + render.RemovalText(&r)
			}
		}
		problems = append(problems, positioned(p))
	}
	for _, w := range answer.Warnings {
		c.warnings = append(c.warnings, positioned(w))
	}
	return problems
}

// gateOrigins returns the origins of a gate. Most are set by files alone, as they are written there, and need no view.
func gateOrigins(c *candidate, pattern, name string, enabled bool) []Origin {
	field, ok := schema.Concrete(pattern, nil)
	inFiles, declared := c.carried(field.Key(name))
	if ok && declared && len(inFiles) == 1 && !c.flags.mayTouch(c.gatesField) && inFiles[0].Node.HasValue() &&
		inFiles[0].Node.Text == strconv.FormatBool(enabled) {
		return fileOrigins(c.merged.tree.Trail(inFiles[0].Path))
	}
	return c.view.origins()[pattern+"["+name+"]"]
}

// ungated refuses a root with fields or values behind feature gates in a loader without gates, which would accept what
// is off. This is a mistake of the program, which its first start shows.
func ungated(c *candidate) layers.Problems {
	if *c.enabled != nil {
		return nil // The gates of an instance root are in the shared one.
	}
	for _, f := range c.fields {
		if len(f.Gates) > 0 {
			return layers.Problems{{Code: layers.BadComponent, Message: fmt.Sprintf(
				"%s.%s requires the feature gate %s: the loader needs the option WithFeatureGates",
				c.kind, f.Path, strings.Join(f.Gates, ", "))}}
		}
	}
	if c.gatedValues != nil {
		return layers.Problems{{Code: layers.BadComponent, Message: c.kind +
			" has values that require feature gates: the loader needs the option WithFeatureGates"}}
	}
	return nil
}

// setBehindGate reports every value that a file or a flag sets in a field of a gate that is off, and the object of the
// field, or an element in it, if a file has it without any value.
func setBehindGate(c *candidate, f descriptor.Field) layers.Problems {
	var out layers.Problems
	patterns, object := c.patternsOf(f.Path), c.types.ObjectOf(f.Path, c.newest())
	reported := map[string]bool{}
	report := func(path layers.Path, origins []Origin) {
		out = append(out, problemAt(origins, layers.FeatureGate, redact.Path(path, c.secret),
			"can be set only if "+gatesAre(f.Gates)+" on"))
		for i := range path {
			reported[path[:i+1].String()] = true
		}
	}
	for _, leaf := range c.view.leaves() {
		origins := userOrigins(c.view.origins()[leaf.Path.String()])
		if anyBelow(leaf.Path.Pattern(), patterns) && len(origins) > 0 &&
			(origins[0].Source == OriginFlag || !c.zeroMeansUnset(leaf.Path)) {
			report(leaf.Path, origins)
		}
	}
	for _, leaf := range c.view.leaves() {
		for i := range leaf.Path {
			whole := leaf.Path[:i+1]
			pattern, element := whole.Pattern(), whole[i].Kind != layers.String
			if pattern != object && (!element || !anyBelow(pattern, patterns)) || reported[whole.String()] {
				continue
			}
			if origins, set := c.fileOrigins(whole); set {
				report(whole, origins)
			}
		}
	}
	return out
}

// restaged gives the gates in generated texts the stages and defaults of the version that applies.
func (c *code) restaged(describe func(name string) string) *strings.Replacer {
	var pairs []string
	for name, text := range c.gateTexts {
		if describe != nil {
			pairs = append(pairs, text, name+" ("+describe(name)+")")
		}
	}
	return strings.NewReplacer(pairs...)
}

// restage gives the help of the flags the stages and defaults of the version that applies.
func (l *Loaded[T]) restage() {
	l.flagging.Lock()
	defer l.flagging.Unlock()
	for _, c := range l.candidates {
		if c.gates == nil {
			continue
		}
		describe := c.gates(nil).Describe
		for _, other := range l.candidates {
			texts := other.restaged(describe)
			other.flags.own.VisitAll(func(f *pflag.Flag) { f.Usage = texts.Replace(f.Usage) })
		}
	}
}

// gatesAre names gates as the subject of a sentence, with its verb.
func gatesAre(names []string) string {
	if len(names) == 1 {
		return "the feature gate " + names[0] + " is"
	}
	return "the feature gates " + strings.Join(names, " and ") + " are"
}
