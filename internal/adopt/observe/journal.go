package observe

// Entry is a line of the file that the program writes while it observes, each in JSON. A program that ends in the
// middle is started again and goes on after what the file has.
type Entry struct {
	// Variant is the number of the registration.
	Variant int `json:"side"`
	// Begin is the flag that is being set, as its command and name with a space between.
	Begin string `json:"begin,omitempty"`
	// Flag is the flag that has been set, with Sets, and Fields that this changes on any object.
	Flag   string   `json:"flag,omitempty"`
	Sets   []Set    `json:"sets,omitempty"`
	Fields []string `json:"fields,omitempty"`
	// Variable is the type of a variable outside of all objects that this changes, too; empty if there is none.
	Variable string `json:"variable,omitempty"`
	// Observation is all of a registration.
	Observation *Observation `json:"observation,omitempty"`
	// Failure is why there is no observation.
	Failure *Failure `json:"failure,omitempty"`
}

// Failure is an error or a panic of the user's code.
type Failure struct {
	Message string `json:"message"`
	Panic   bool   `json:"panic,omitempty"`
	// Again is set if it is not that of the first call: the code works once in a program.
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

// Input is what the program is told, for each registration.
type Input struct {
	// Sets are the command lines that flags are set by, by the flag as in Entry. Other flags are set to values that are
	// found by trial.
	Sets map[string][]Set `json:"sets,omitempty"`
	// Variables are the names of variables of the environment that the user's code reads.
	Variables []string `json:"variables,omitempty"`
}
