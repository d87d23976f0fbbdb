package componentconfig

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// setGates hands the merged feature gates to the function of WithFeatureGates. They become those of the process by
// candidate.swapGates.
func setGates(c *candidate) (problems layers.Problems) {
	if c.gates == nil {
		return ungated(c)
	}
	patterns := c.patternsOf(c.gatesField)
	if len(patterns) != 1 {
		return layers.Problems{{Message: fmt.Sprintf("%s has no field %s for feature gates", c.kind, c.gatesField)}}
	}
	var gates []Gate
	byName := map[string][]Origin{}
	settings := schema.BoolsAt(c.config, c.gatesField)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		origins := c.view.origins()[patterns[0]+"["+name+"]"]
		gates = append(gates, Gate{name, settings[name], origins})
		byName[name] = origins
	}
	answer := c.gates(gates)
	*c.enabled, c.swapGates = answer.Enabled, answer.Commit
	positioned := func(p GateProblem) layers.Problem {
		if origins, set := byName[p.Name]; set {
			return problemAt(origins, fmt.Sprintf("%s[%s]: %s", patterns[0], p.Name, p.Message))
		}
		return layers.Problem{Message: patterns[0] + ": " + p.Message}
	}
	for _, p := range answer.Problems {
		problems = append(problems, positioned(p))
	}
	for _, w := range answer.Warnings {
		c.warnings = append(c.warnings, positioned(w).String())
	}
	return problems
}

// ungated refuses a root with fields or values behind feature gates in a loader without gates, which would accept what
// is off. This is a mistake of the program, which its first start shows.
func ungated(c *candidate) layers.Problems {
	if *c.enabled != nil {
		return nil // The gates of an instance root are in the shared one.
	}
	for _, f := range c.fields {
		if len(f.FeatureGates) > 0 {
			return layers.Problems{{Message: fmt.Sprintf(
				"%s.%s requires the feature gate %s: the loader needs the option WithFeatureGates",
				c.kind, f.Path, strings.Join(f.FeatureGates, ", "))}}
		}
	}
	if c.gatedValues != nil {
		return layers.Problems{{Message: c.kind +
			" has values that require feature gates: the loader needs the option WithFeatureGates"}}
	}
	return nil
}

// setBehindGate reports every value that a file or a flag sets in a field of a gate that is off, and the object of the
// field if a file has it without any value.
func setBehindGate(c *candidate, f Field) layers.Problems {
	var out layers.Problems
	patterns, object := c.patternsOf(f.Path), c.types.ObjectOf(f.Path, c.newest())
	reported := map[string]bool{}
	report := func(path layers.Path, origins []Origin) {
		message := fmt.Sprintf("%s: can be set only if %s on", redact.Path(path, c.secret), gatesAre(f.FeatureGates))
		out = append(out, problemAt(origins, message))
		reported[objectIn(path, object).String()] = true
	}
	for _, leaf := range c.view.leaves {
		origins := userOrigins(c.view.origins()[leaf.Path.String()])
		if anyBelow(leaf.Path.Pattern(), patterns) && len(origins) > 0 &&
			(origins[0].Source == OriginFlag || !c.zeroMeansUnset(leaf.Path)) {
			report(leaf.Path, origins)
		}
	}
	for _, leaf := range c.view.leaves {
		whole := objectIn(leaf.Path, object)
		if len(whole) == 0 || reported[whole.String()] {
			continue
		}
		if origins, set := c.fileOrigins(whole); set {
			report(whole, origins)
		}
	}
	return out
}

// objectIn returns the part of a path that leads to the object of a pattern; nil if the path does not.
func objectIn(path layers.Path, pattern string) layers.Path {
	for i := len(path); i > 0 && pattern != ""; i-- {
		if path[:i].Pattern() == pattern {
			return path[:i]
		}
	}
	return nil
}

// gatesAre names gates as the subject of a sentence, with its verb.
func gatesAre(names []string) string {
	if len(names) == 1 {
		return "the feature gate " + names[0] + " is"
	}
	return "the feature gates " + strings.Join(names, " and ") + " are"
}
