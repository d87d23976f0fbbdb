package probe

import (
	"context"
	"maps"
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// foreseen observes the sides of a program together with those that it foresees. It returns nil if nothing is foreseen,
// or if that does not work: then the program is observed without it.
func foreseen(ctx context.Context, p *planner, result *Result) *Result {
	read := *result
	read.Observations = make([]*observe.Observation, len(result.Observations))
	p.fromSource(&read)
	overlay, sides := p.program.Foresee(ctx, &read)
	if len(sides) == 0 {
		return nil
	}
	program := p.program
	maps.Copy(overlay, program.Overlay)
	program.Overlay, program.Known, program.Foresee = overlay, p.module, nil
	program.Sides = append(slices.Clip(program.Sides), sides...)
	seen, err := Observe(ctx, program)
	if err != nil || len(seen.Findings) > 0 || seen.Unproven != "" {
		return nil
	}
	asked := len(p.program.Sides)
	seen.Observations, seen.Foreseen = seen.Observations[:asked], seen.Observations[asked:]
	seen.Source, seen.Facts = p.module, seen.Facts[:asked]
	seen.Functions, seen.Sides = seen.Functions[:asked], seen.Sides[:asked]
	return seen
}
