package group

// External is a root as a version declares it: the possible contents of a file of the version.
type External struct {
	// Version is the import path of the version's package.
	Version string
	// Doc is the doc comment of the struct.
	Doc string
	// Header is the group, version and kind with which the version registers the root; without a Version if the source
	// does not show it.
	Header Header
	// Fields without metav1.TypeMeta. They have the names, types, comments and markers of the version, and their defaults.
	// What applies to the configuration as a whole, such as flags and constraints, is at the field with the same Path
	// below the root, if there is one.
	Fields []*Field
}

// Walk visits the fields in the order of the source, each before those inside it.
func (e *External) Walk(visit func(*Field)) { walk(e.Fields, visit) }

// Header is what files of a root begin with: the group and the version of apiVersion, and the kind.
type Header struct{ Group, Version, Kind string }
