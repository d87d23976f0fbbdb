// Package nesting has file paths in every place where a configuration can hold one.
package nesting

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	componentbaseconfig "k8s.io/component-base/config"
)

// FileName is a string with a name of its own.
type FileName string

// FileNames is a list with a name of its own.
type FileNames []FileName

// Nested holds paths at every depth.
// +config
type Nested struct {
	metav1.TypeMeta `json:",inline"`
	// PidFile is a path right below the root.
	// +path
	PidFile string `json:"pidFile"`
	// Level is none.
	Level int32 `json:"level"`
	// SocketPath is a path that looks like one and is none.
	// +path=false
	SocketPath string `json:"socketPath"`
	// TraceFile may be unset.
	// +path
	TraceFile *string `json:"traceFile,omitempty"`
	// NamedFile has a named type.
	// +path
	NamedFile FileName `json:"namedFile"`
	// NamedPointerFile points to one.
	// +path
	NamedPointerFile *FileName `json:"namedPointerFile,omitempty"`
	// Includes are paths.
	// +path
	Includes []string `json:"includes"`
	// NamedIncludes are paths of a named type.
	// +path
	NamedIncludes FileNames `json:"namedIncludes"`
	// OptionalIncludes are paths, some of them unset.
	// +path
	OptionalIncludes []*string `json:"optionalIncludes"`
	// Zones maps names to zone files.
	// +path
	Zones map[string]string `json:"zones"`
	// NamedZones does so with named types.
	// +path
	NamedZones map[string]FileName `json:"namedZones"`
	// OptionalZones does so with pointers.
	// +path
	OptionalZones map[string]*string `json:"optionalZones"`
	// Inlined is between other fields.
	Inlined `json:",inline"`
	// TLS is a struct.
	TLS TLS `json:"tls"`
	// Admin may be nil.
	Admin *Listener `json:"admin,omitempty"`
	// Listeners is a list of structs.
	Listeners []Listener `json:"listeners"`
	// Upstreams is a list of pointers.
	Upstreams []*TLS `json:"upstreams"`
	// Views is a map of structs.
	Views map[string]Listener `json:"views"`
	// Peers is a map of pointers.
	Peers map[string]*Listener `json:"peers"`
	// Chains is a map of lists.
	Chains map[string][]TLS `json:"chains"`
	// ClientConnection is of another module.
	// +subfield(Kubeconfig)=+path
	ClientConnection componentbaseconfig.ClientConnectionConfiguration `json:"clientConnection"`
}

// Inlined is embedded.
type Inlined struct {
	// StateDir is a path in an embedded struct.
	// +path
	StateDir string `json:"stateDir"`
}

// TLS holds two paths.
type TLS struct {
	// CertFile is a path.
	// +path
	CertFile string `json:"certFile"`
	// KeyFile is a path.
	// +path
	KeyFile string `json:"keyFile"`
}

// Listener holds paths in all ways.
type Listener struct {
	// Name is none.
	Name string `json:"name"`
	// TLS may be nil.
	TLS *TLS `json:"tls,omitempty"`
	// ClientCAFile is a path.
	// +path
	ClientCAFile string `json:"clientCAFile"`
	// Zones are lists in a list.
	Zones []Zone `json:"zones"`
	// Hints maps names to paths.
	// +path
	Hints map[string]string `json:"hints"`
}

// Zone holds a list of paths.
type Zone struct {
	// Files are paths.
	// +path
	Files []string `json:"files"`
}

// Plain holds nothing but paths.
// +config
type Plain struct {
	metav1.TypeMeta `json:",inline"`
	// RootDir is a path.
	// +path
	RootDir string `json:"rootDir"`
	// TLS holds two.
	TLS TLS `json:"tls"`
}

// Listed holds lists, and lists only.
// +config
type Listed struct {
	metav1.TypeMeta `json:",inline"`
	// Includes are paths.
	// +path
	Includes []string `json:"includes"`
	// Pairs are pairs of paths.
	Pairs []TLS `json:"pairs"`
}

// Mapped holds paths that Go cannot point at.
// +config
type Mapped struct {
	metav1.TypeMeta `json:",inline"`
	// Zones are paths.
	// +path
	Zones map[string]string `json:"zones"`
}

// Pathless holds no path.
// +config
type Pathless struct {
	metav1.TypeMeta `json:",inline"`
	// Level is a number.
	Level int32 `json:"level"`
	// hidden is kept out of files by its tag.
	Hidden func() `json:"-"`
}

// AddToScheme registers nothing: these types have no defaults.
func AddToScheme(*runtime.Scheme) error { return nil }
