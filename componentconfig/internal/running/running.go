// Package running is the form in which a running process shows its configuration, for the pages that show it and for
// the clients that read them.
package running

import (
	_ "embed"
	"encoding/json"
)

// The paths of the pages. What is served below a version keeps its form, except for additions.
const (
	ConfigzPath = "/configz"
	OriginsPath = ConfigzPath + "/origins/v1alpha1"
	SchemaPath  = OriginsPath + "/schema"
	StatusPath  = ConfigzPath + "/status/v1alpha1"
	ReloadPath  = ConfigzPath + "/reload/v1alpha1"
)

// The kind of a document.
const (
	Kind       = "ConfigurationOrigins"
	APIVersion = "origins.configgen.dev/v1alpha1"
)

// Schema is the JSON Schema of a document.
//
//go:embed origins.v1alpha1.schema.json
var Schema string

// Document is the configuration that a process uses, with the source of each value. Secrets are masked.
type Document struct {
	Kind       string `json:"kind"`
	APIVersion string `json:"apiVersion"`
	// Component is the name of the component, Release its own version; "" if it has no option for one.
	Component string `json:"component"`
	Release   string `json:"release,omitempty"`
	// Status is the state of the configuration, as the page of the status shows it.
	Status json.RawMessage `json:"status"`
	// Files are the files that were read, the lowest layer first.
	Files []File `json:"files"`
	// Dynamic says which dynamic configuration is in use; nil if it is not enabled.
	Dynamic *Dynamic `json:"dynamic,omitempty"`
	Gates   []Gate   `json:"gates,omitempty"`
	// Roots are the shared root and, if there is one, the instance root.
	Roots []Root `json:"roots"`
}

// File is a file that was read. That of a secret has no digest, which would help to guess the secret.
type File struct {
	Name   string `json:"name"`
	Digest string `json:"digest,omitempty"`
}

// Dynamic is the choice of dynamic configuration. The local configuration has no digest.
type Dynamic struct {
	// Layer is assigned, last-known-good or local: what this process uses.
	Layer         string `json:"layer"`
	Digest        string `json:"digest,omitempty"`
	Assigned      string `json:"assigned,omitempty"`
	LastKnownGood string `json:"lastKnownGood,omitempty"`
	// ConfigOK is the status of the condition, with its reason and message.
	ConfigOK string `json:"configOK"`
	Reason   string `json:"reason,omitempty"`
	Message  string `json:"message,omitempty"`
}

// Gate is a feature gate that the configuration sets, or that a field requires.
type Gate struct {
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
	// Stage is the stage and the default, such as "BETA - default=true"; "" if that is not known.
	Stage string `json:"stage,omitempty"`
	Sources
}

// Sources are the source of a value in use, and the sources that it overrides, highest layer first.
type Sources struct {
	Source    Source   `json:"source"`
	Overrides []Source `json:"overrides,omitempty"`
}

// Source is where a value comes from.
type Source struct {
	// Layer is default, legacy default, file, flag or completed.
	Layer string `json:"layer"`
	// File, Line and Column are the position in a file, and Digest identifies the content that was read.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Digest string `json:"digest,omitempty"`
	// Converted is true if a hand-written conversion makes the value from this place and others.
	Converted bool `json:"converted,omitempty"`
	// Flag is the name of a flag.
	Flag string `json:"flag,omitempty"`
	// Text is the source in a few words.
	Text string `json:"text"`
}

// Root is the configuration of one kind.
type Root struct {
	Kind string `json:"kind"`
	// APIVersion is the newest version that the process knows, in which the root is shown; "" if files have no versions.
	APIVersion string `json:"apiVersion,omitempty"`
	Instance   bool   `json:"instance,omitempty"`
	// Partial is why only the files are shown; "" if everything is.
	Partial string `json:"partial,omitempty"`
	// Configuration is the whole object.
	Configuration json.RawMessage `json:"configuration"`
	Fields        []Field         `json:"fields"`
}

// Field is a leaf of a configuration.
type Field struct {
	Path string `json:"path"`
	// Value is nil for a field that is not set, and waits for a restart to be.
	Value json.RawMessage `json:"value,omitempty"`
	Sources
	// Owners are the drop-in files that set the field, if there are several.
	Owners []string `json:"owners,omitempty"`
	// Flags are the flags that can set the field.
	Flags []string `json:"flags,omitempty"`
	// Default is what the field has in the version of the files if nothing sets it; nil for none.
	Default json.RawMessage `json:"default,omitempty"`
	// Reload is the class of its changes: hot, restart, reboot or immutable.
	Reload string `json:"reload"`
	Secret bool   `json:"secret,omitempty"`
	// Pending is another value in the files, which waits for a restart; nil for none.
	Pending *Pending `json:"pending,omitempty"`
}

// Pending is the value of a field in files that are not in use yet. Value is nil if they do not set it any more.
type Pending struct {
	Value  json.RawMessage `json:"value,omitempty"`
	Source Source          `json:"source"`
}
