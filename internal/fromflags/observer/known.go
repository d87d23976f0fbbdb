package observer

// known are the kinds of sets of flags. bridge is called before the flags are parsed. A component gets a file of its
// own for both.
func known() []func(any) *source { return []func(any) *source{adaptGo, adaptPflag, adaptCobra} }

func bridge(any, []string) {}
