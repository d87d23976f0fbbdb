package rollout

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// Snapshot is what is known when a decision is made. Nothing of it is changed. All of it may be out of date.
type Snapshot struct {
	// Pool is nil if the server says that no pool has the Name. Then copies that nothing names are all that is planned.
	Pool *v1alpha1.ConfigPool
	Name string
	// Pools and Assignments are all of the namespace.
	Pools       []*v1alpha1.ConfigPool
	Assignments []*v1alpha1.ConfigAssignment
	// Source is what the ConfigMap of spec.source has now.
	Source Source
	// Copies are the ConfigMaps with the label of the pool.
	Copies []Copy
	// CopyProblem is why the copy of the last plan could not be written, if it could not.
	CopyProblem string
	// Nodes are the Nodes of the cluster, by name. It is nil if instances are not Nodes.
	Nodes map[string]Node
	// Deleted has the UIDs of Nodes that were ready when they were deleted.
	Deleted map[types.UID]bool
	// Waited is how long the controller has known the present generation of an assignment, and its Node to be ready, by
	// UID. No stamp of another clock is in it, nor of the clock on the wall.
	Waited map[types.UID]time.Duration
	// Resting is how long the controller has known that the present wave is over.
	Resting time.Duration
	// Refused has the reasons why the server refused to change or create an assignment, by the name of the instance.
	Refused map[string]string
	// Now is the time for stamps. No decision depends on it.
	Now time.Time
}

// Node is the machine of an instance.
type Node struct {
	UID    types.UID
	Labels map[string]string
	Ready  bool
	// Since is when Ready changed, by the clock of another.
	Since metav1.Time
}

// Source is the digest of a content, or a sentence about why there is none.
type Source struct{ Digest, Problem string }

// Copy is an immutable ConfigMap with the content of a revision.
type Copy struct {
	Name            string
	UID             types.UID
	ResourceVersion string
	Digest, Key     string
	// TakenFor is the value of v1alpha1.TakenForAnnotation.
	TakenFor string
}

// Plan is what to do, in this order. An error of Copy or Status, a conflict too, ends the execution; the next decision
// is made with what is then known.
type Plan struct {
	// Copy, if not nil, is to be created from the content of the source, which must have its digest. With a
	// ResourceVersion it exists, and its annotation TakenFor is to be updated.
	Copy *Copy
	// Status, if not nil, is to be written with the resourceVersion of the pool.
	Status *v1alpha1.ConfigPoolStatus
	// Record: Status differs from the present one in what later decisions depend on. Otherwise it has new counts and
	// conditions only, and may be written a little later.
	Record bool
	// Assign moves instances. Before that, the pool must still have its resourceVersion on the server.
	Assign []Assign
	// Delete has copies that nothing names.
	Delete []Copy
	// Remove has the assignments of deleted Nodes. Their losses are in the record already.
	Remove []Removal
	// After is when to decide again even if nothing happens; 0 is never.
	After time.Duration
}

// Assign is an update of an assignment that has the UID and the ResourceVersion: its source, and annotations. Without a
// UID, there is no assignment, and it is to be created with the Labels of its Node.
type Assign struct {
	Name            string
	UID             types.UID
	ResourceVersion string
	Source          v1alpha1.ConfigMapSource
	Annotations     map[string]string
	Labels          map[string]string
}

// Removal is an assignment to delete, if there is no Node with its name and the UID.
type Removal struct {
	Name      string
	UID, Node types.UID
}
