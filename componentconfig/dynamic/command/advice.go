package command

import "github.com/configgen/configgen/componentconfig/dynamic"

// pushAnother is the advice where the same bytes are not tried again.
const pushAnother = "push another configuration; to have this one tried again, once what is around it has been mended, clear its mark with dynamic-config clear"

// advices say what an operator is to do about a condition, by its reason. One without advice needs nothing.
var advices = map[string]string{
	dynamic.ReasonDied:           "read the log of the start that died; the component falls back by itself when the starts are used up",
	dynamic.ReasonRestartPending: "restart the component, if its supervisor does not",
	dynamic.ReasonSource:         "mend the source, or the way to it; what is in use stays meanwhile",
	dynamic.ReasonNotStored:      "see that the disk of the state folder takes writes; it is tried again",
	dynamic.ReasonReadOnly:       "end the other process, or let the component write in the state folder; it takes the folder over within a minute",
	dynamic.ReasonRejected:       pushAnother,
	dynamic.ReasonInvalid:        pushAnother,
	dynamic.ReasonFailed:         pushAnother,
	dynamic.ReasonCrashLoop:      pushAnother,
	dynamic.ReasonNotRecorded:    "see that the disk of the state folder takes writes, and restart the component: what cannot be counted is not tried",
	dynamic.ReasonMissing:        "look after the disk, and restart the component: the source makes up for the loss",
	dynamic.ReasonDamaged:        "look after the disk, and restart the component: the source makes up for the loss",
	dynamic.ReasonStateLost:      "look after the disk, and restart the component: the source makes up for the loss",
}
