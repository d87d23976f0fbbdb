package observer

// known are the kinds of sets of flags. bridge is called before the flags are parsed. A component gets a file of its
// own for both.
func known() []func(any, func(source)) source {
	return []func(any, func(source)) source{adaptGo, adaptPflag, adaptSections, adaptCobra}
}

func bridge(any, []string) {}
