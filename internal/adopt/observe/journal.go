package observe

// Entry is a line of the file that the program writes while it observes, each in JSON.
type Entry struct {
	// Begin is the name of the flag that is being set. If the program ends unexpectedly, the last Begin names the cause.
	Begin string `json:"begin,omitempty"`
	// Observation is the observation of the program.
	Observation *Observation `json:"observation,omitempty"`
	// Failure is why there is no observation.
	Failure *Failure `json:"failure,omitempty"`
}

// Failure is an error or a panic of the observed code.
type Failure struct {
	Message string `json:"message"`
	Panic   bool   `json:"panic,omitempty"`
	// Again is set if a later call than the first failed: the code works only once in a program.
	Again bool `json:"again,omitempty"`
	// Frames are the places that the panic came through, the innermost first.
	Frames []Frame `json:"frames,omitempty"`
}

// Frame is a place in the source.
type Frame struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// Input is the input of the program.
type Input struct {
	// Sets are the command lines that flags are set by, by the name of the flag. Other flags are set to values that are
	// found by trial.
	Sets map[string][]Set `json:"sets,omitempty"`
	// Ended are the names of flags that earlier programs have ended with.
	Ended []string `json:"ended,omitempty"`
	// Variables are the names of variables of the environment that the user's code reads.
	Variables []string `json:"variables,omitempty"`
}
