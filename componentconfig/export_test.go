package componentconfig

// ForOS reads +os markers for an operating system, as GOOS has it, instead of for that of the process.
func ForOS(goos string) Option { return func(s *settings) { s.goos = goos } }
