package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ConfigPool rolls one configuration out to the assignments of its namespace that it selects: in waves, and not any
// further once too many instances have failed with it. Instances that fail return to their last known good
// configuration by themselves.
//
// Deleting a pool leaves its assignments as they are.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) <= 63",message="the name must have at most 63 characters, because it is the value of a label"
// +kubebuilder:printcolumn:name="Source",type=string,JSONPath=`.spec.source.name`
// +kubebuilder:printcolumn:name="Wave",type=integer,JSONPath=`.status.wave`
// +kubebuilder:printcolumn:name="Updated",type=integer,JSONPath=`.status.updated`
// +kubebuilder:printcolumn:name="Bad",type=integer,JSONPath=`.status.bad`
// +kubebuilder:printcolumn:name="Instances",type=integer,JSONPath=`.status.instances`
// +kubebuilder:printcolumn:name="Reason",type=string,JSONPath=`.status.conditions[?(@.type=="Progressing")].reason`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:printcolumn:name="Revision",type=string,priority=1,JSONPath=`.status.revision`
// +kubebuilder:printcolumn:name="Message",type=string,priority=1,JSONPath=`.status.conditions[?(@.type=="Progressing")].message`
type ConfigPool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is what the instances are to use.
	Spec ConfigPoolSpec `json:"spec"`
	// Status is how far the controller of pools has come.
	// +optional
	Status ConfigPoolStatus `json:"status,omitempty"`

	// Unreadable says which field a server has that this type cannot hold. It is empty then. See UnmarshalJSON.
	Unreadable string `json:"-"`
}

// ConfigPoolSpec is which instances are to use what, and how fast.
type ConfigPoolSpec struct {
	// Selector of the assignments by their labels. An assignment that two pools select is left alone by both.
	// +required
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="cannot be changed: create another pool"
	// +kubebuilder:validation:XValidation:rule="(has(self.matchLabels) && size(self.matchLabels) > 0) || (has(self.matchExpressions) && size(self.matchExpressions) > 0)",message="must not be empty: an empty selector selects every assignment of the namespace"
	// +kubebuilder:validation:XValidation:rule="!has(self.matchExpressions) || self.matchExpressions.all(e, e.operator in ['In', 'NotIn'] ? has(e.values) && size(e.values) > 0 : e.operator in ['Exists', 'DoesNotExist'] && (!has(e.values) || size(e.values) == 0))",message="the operator of an expression must be In or NotIn with values, or Exists or DoesNotExist without"
	Selector metav1.LabelSelector `json:"selector"`
	// Source is the configuration. Its content is taken once for each change of these fields: a later edit of the
	// ConfigMap reaches nobody.
	// +required
	Source PoolSource `json:"source"`
	// Rollout is how fast, and when to stop.
	// +optional
	// +kubebuilder:default={}
	Rollout Rollout `json:"rollout,omitempty"`
	// Paused: no instance is moved. Instances that have been moved go on.
	// +optional
	Paused bool `json:"paused,omitempty"`
	// Approved lets a wave of a revision begin at once. It ends a wait for an approval or a pause, and skips the waves
	// before. It has no effect on other revisions.
	// +optional
	Approved *Approval `json:"approved,omitempty"`
	// RevisionHistoryLimit is how many earlier revisions are kept to return to, besides the one that was complete last.
	// +optional
	// +kubebuilder:default=10
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	RevisionHistoryLimit *int32 `json:"revisionHistoryLimit,omitempty"`
}

// Approval is a wave of a revision.
type Approval struct {
	// Digest of the revision.
	// +required
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self.matches('^[0-9a-f]{64}$')",message="must have 64 lower-case hexadecimal characters, as in the revisions of the status"
	Digest string `json:"digest"`
	// Wave that may begin, from 1.
	// +required
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=6
	Wave int32 `json:"wave"`
}

// PoolSource is a key of a ConfigMap in the namespace of the pool, or an earlier revision.
type PoolSource struct {
	// Name of the ConfigMap.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:XValidation:rule="!format.dns1123Subdomain().validate(self).hasValue()",message="must be the name of a ConfigMap in the namespace of the pool"
	Name string `json:"name"`
	// Key of data or binaryData of the ConfigMap.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:XValidation:rule="self.matches('^[-._a-zA-Z0-9]+$') && self != '.' && !self.startsWith('..')",message="must be a key of a ConfigMap: letters, digits, '-', '_' and '.'"
	Key string `json:"key"`
	// Digest, if set, selects content: the content of a revision in the status, which does not need its ConfigMap any
	// more, or the content of the ConfigMap, if it has this digest.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self.matches('^[0-9a-f]{64}$')",message="must have 64 lower-case hexadecimal characters, as in the revisions of the status"
	Digest string `json:"digest,omitempty"`
}

// Rollout is how a revision reaches the instances. Numbers are counts of instances, or percentages of the existing
// instances.
type Rollout struct {
	// Waves are how many instances have the revision by the end of each wave. Percentages are rounded up, each wave has
	// at least one instance more than the one before it, and the last one is "100%".
	// +optional
	// +listType=atomic
	// +default=[1, "5%", "25%", "100%"]
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=6
	// +kubebuilder:validation:XValidation:rule="self.all(w, type(w) == int ? w >= 1 && w <= 1000000 : w.matches('^([1-9][0-9]?|100)%$'))",message="each wave must be a number from 1 to 1000000, or a percentage from \"1%\" to \"100%\""
	// +kubebuilder:validation:XValidation:rule="self.filter(w, type(w) == int).map(w, int(w)).isSorted() && self.filter(w, type(w) != int && w.matches('^[0-9]{1,3}%$')).map(w, int(w.replace('%', ''))).isSorted()",message="waves are cumulative and must not shrink"
	// +kubebuilder:validation:XValidation:rule="self[size(self) - 1] == '100%'",message="the last wave must be \"100%\""
	Waves []intstr.IntOrString `json:"waves,omitempty"`
	// MaxUnavailable is how many instances at most may be without a confirmed configuration for a roll-out to move one
	// more. A percentage is rounded down, to at least one.
	// +optional
	// +kubebuilder:default="10%"
	// +kubebuilder:validation:XValidation:rule="type(self) == int ? self >= 1 && self <= 1000000 : self.matches('^([1-9][0-9]?|100)%$')",message="must be a number from 1 to 1000000, or a percentage from \"1%\" to \"100%\""
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// Pause is how long to wait after each wave, so that late harm shows before the next one. A Node that fails meanwhile
	// counts as a failure of its instance.
	// +optional
	// +kubebuilder:default="10m"
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=32
	// +kubebuilder:validation:XValidation:rule="self.matches('^([0-9]{1,5}(h|m|s|ms)){1,4}$')",message="must be a duration such as 10m or 1h30m"
	Pause *metav1.Duration `json:"pause,omitempty"`
	// ApproveAfter are the numbers of waves after which to wait, instead of the pause, until somebody sets spec.approved.
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=6
	// +kubebuilder:validation:items:Minimum=1
	// +kubebuilder:validation:items:Maximum=6
	ApproveAfter []int32 `json:"approveAfter,omitempty"`
	// Deadline is how long an instance that was moved may take until it has confirmed the revision or failed with it. It
	// must be at least as long as the longest trial that an instance reports.
	// +optional
	// +kubebuilder:default="1h"
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=32
	// +kubebuilder:validation:XValidation:rule="self.matches('^([0-9]{1,5}(h|m|s|ms)){1,4}$')",message="must be a duration such as 10m or 1h30m"
	Deadline *metav1.Duration `json:"deadline,omitempty"`
	// StopAfter is how many instances that have failed since the roll-out began stop it. A percentage is rounded down, to
	// at least one; 1000 failures always stop it. A wave in which no instance has confirmed the revision stops it, too,
	// and so do at least three deleted Nodes that are more than a fifth of the Nodes that got the revision, and more than
	// three times the share of the others.
	// +optional
	// +kubebuilder:default=1
	// +kubebuilder:validation:XValidation:rule="type(self) == int ? self >= 1 && self <= 1000000 : self.matches('^([1-9][0-9]?|100)%$')",message="must be a number from 1 to 1000000, or a percentage from \"1%\" to \"100%\""
	StopAfter *intstr.IntOrString `json:"stopAfter,omitempty"`
	// OnFailure is what happens to the instances that have a revision when its roll-out is stopped. Stop leaves them.
	// Return moves them to the complete revision that most instances have confirmed.
	// +optional
	// +kubebuilder:default=Stop
	// +kubebuilder:validation:Enum=Stop;Return
	OnFailure OnFailure `json:"onFailure,omitempty"`
}

// OnFailure is what happens when a roll-out is stopped.
type OnFailure string

// What may happen.
const (
	OnFailureStop   OnFailure = "Stop"
	OnFailureReturn OnFailure = "Return"
)

// ConfigPoolStatus is how far a pool has come. The controller has no other memory.
type ConfigPoolStatus struct {
	// ObservedGeneration is the generation of the pool that the rest of the status is about.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Instances is how many assignments the pool selects, and Nodes that have no assignment yet.
	// +optional
	Instances int32 `json:"instances"`
	// Updated is how many instances have confirmed the revision, and have a Node that is ready, if they are Nodes.
	// +optional
	Updated int32 `json:"updated"`
	// Bad is how many have failed with the revision, have not answered by the deadline, or have a Node that the revision
	// may have taken down.
	// +optional
	Bad int32 `json:"bad"`
	// Unavailable is how many are on trial, silent, or on a node that is not ready.
	// +optional
	Unavailable int32 `json:"unavailable"`
	// Skipped is how many are left alone: they were edited by hand, another pool selects them, too, or the server refuses
	// to change them.
	// +optional
	Skipped int32 `json:"skipped"`
	// Source is what the revision was taken from.
	// +optional
	Source *TakenSource `json:"source,omitempty"`
	// Revision is the digest of the content that is being rolled out, or is complete.
	// +optional
	Revision string `json:"revision,omitempty"`
	// Wave is the number of the present wave, from 1.
	// +optional
	Wave int32 `json:"wave,omitempty"`
	// WavePassedTime is when each instance of the wave had confirmed the revision or failed with it.
	// +optional
	WavePassedTime *metav1.Time `json:"wavePassedTime,omitempty"`
	// Admitted is up to which instance the revision may go, in the order of the hashes of instances. It is written before
	// an instance is moved, so that no two controllers move more than maxUnavailable together.
	// +optional
	Admitted string `json:"admitted,omitempty"`
	// OutOfTurn is the name of an instance that the revision may go to, too: it is unavailable, and so many are that no
	// other one may be moved.
	// +optional
	OutOfTurn string `json:"outOfTurn,omitempty"`
	// Began is how many instances there were when the roll-out began.
	// +optional
	Began int32 `json:"began,omitempty"`
	// Passed is up to which instance the revision went in the waves before the present one, in the same order. A Node of
	// these instances may fail without a connection to the revision.
	// +optional
	Passed string `json:"passed,omitempty"`
	// Losses are the instances that have failed with the revision, or whose Node was deleted, since its roll-out began.
	// +optional
	// +listType=map
	// +listMapKey=uid
	Losses []Loss `json:"losses,omitempty"`
	// NotReady are the first 20 instances, by name, whose Node is not ready.
	// +optional
	// +listType=map
	// +listMapKey=name
	NotReady []Machine `json:"notReady,omitempty"`
	// Revisions are the present and earlier contents, newest first.
	// +optional
	// +listType=map
	// +listMapKey=digest
	Revisions []Revision `json:"revisions,omitempty"`
	// Conditions are Progressing, Complete, Stopped and SourceChanged.
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Loss is an instance that has failed with a revision, or whose Node was deleted.
type Loss struct {
	// Name of the instance.
	Name string `json:"name"`
	// UID of its assignment.
	UID types.UID `json:"uid"`
	// Reason is the reason of its condition ConfigOK, or Silent, StatusUnreadable, NodeNotReady, NodeGone or NodeDeleted.
	Reason string `json:"reason"`
	// Time is when the controller noticed it, by its clock.
	Time metav1.Time `json:"time"`
}

// Machine is an instance whose Node is not ready.
type Machine struct {
	Name string `json:"name"`
	// Digest of the assigned content.
	// +optional
	Digest string `json:"digest,omitempty"`
	// Since is when the Node ceased to be ready, as its condition Ready says.
	// +optional
	Since *metav1.Time `json:"since,omitempty"`
}

// Reasons of a loss that are not reasons of the condition ConfigOK.
const (
	// LossSilent: the instance has not answered by the deadline.
	LossSilent = "Silent"
	// LossStatusUnreadable: the instance has written a status that is not one.
	LossStatusUnreadable = "StatusUnreadable"
	// LossNodeNotReady: the Node was ready when its instance was moved, and is not any more.
	LossNodeNotReady = "NodeNotReady"
	// LossNodeGone: the Node was ready when its instance was moved, and was deleted after it had failed, or unseen.
	LossNodeGone = "NodeGone"
	// LossNodeDeleted: the Node was deleted while it was ready, which counts less than a failure.
	LossNodeDeleted = "NodeDeleted"
)

// TakenSource is a source as it was in a generation of the pool.
type TakenSource struct {
	PoolSource `json:",inline"`
	// Generation of the pool.
	Generation int64 `json:"generation"`
}

// Revision is a content that a pool has named.
type Revision struct {
	// Digest of the content.
	Digest string `json:"digest"`
	// ConfigMap is the name of the pool's immutable copy, Key the key in it.
	ConfigMap string `json:"configMap"`
	Key       string `json:"key"`
	// Time is when the content was taken, or selected again by its digest.
	Time metav1.Time `json:"time"`
	// Outcome is what became of it the last time.
	// +kubebuilder:validation:Enum=RollingOut;Complete;Stopped;Replaced
	Outcome Outcome `json:"outcome"`
	// CompleteTime is when all instances had it last.
	// +optional
	CompleteTime *metav1.Time `json:"completeTime,omitempty"`
	// Message is why it was stopped last, if it ever was.
	// +optional
	Message string `json:"message,omitempty"`
}

// Outcome is what became of a revision.
type Outcome string

// The outcomes.
const (
	OutcomeRollingOut Outcome = "RollingOut"
	OutcomeComplete   Outcome = "Complete"
	// OutcomeStopped: too many instances have failed with it.
	OutcomeStopped Outcome = "Stopped"
	// OutcomeReplaced: another one took its place before it was complete.
	OutcomeReplaced Outcome = "Replaced"
)

// The conditions of a pool. The first three have one reason and one message.
const (
	// ConditionProgressing is True while the controller goes on by itself.
	ConditionProgressing = "Progressing"
	// ConditionComplete is True if all instances have the revision.
	ConditionComplete = "Complete"
	// ConditionStopped is True if no instance is moved until somebody acts.
	ConditionStopped = "Stopped"
	// ConditionSourceChanged is True if the ConfigMap does not have the content any more that was taken from it.
	ConditionSourceChanged = "SourceChanged"
)

// Reasons of a condition Progressing that is True.
const (
	// ReasonRollingOut: instances are moved, or on trial.
	ReasonRollingOut = "RollingOut"
	// ReasonHeld: an instance has crashed and is tried again. No other one is moved until that is over.
	ReasonHeld = "Held"
	// ReasonBetweenWaves: the pause after a wave is not over.
	ReasonBetweenWaves = "BetweenWaves"
)

// Reasons of a condition Stopped that is True.
const (
	// ReasonInstancesFailed: too many instances have failed with the revision.
	ReasonInstancesFailed = "InstancesFailed"
	// ReasonSourceUnusable: there is no such content, or it cannot be a configuration.
	ReasonSourceUnusable = "SourceUnusable"
	// ReasonSelectorInvalid: the selector cannot be evaluated.
	ReasonSelectorInvalid = "SelectorInvalid"
	// ReasonSpecUnreadable: the spec has values that the definition of pools refuses now.
	ReasonSpecUnreadable = "SpecUnreadable"
	// ReasonDeadlineTooShort: a trial may take longer than the deadline.
	ReasonDeadlineTooShort = "DeadlineTooShort"
)

// Reasons for which nothing goes on that are in order, or somebody's choice.
const (
	ReasonComplete = "Complete"
	ReasonPaused   = "Paused"
	// ReasonWaitingForApproval: a wave is over, and somebody has to permit the next one in spec.approved.
	ReasonWaitingForApproval = "WaitingForApproval"
	// ReasonNoInstances: the selector selects no assignment.
	ReasonNoInstances = "NoInstances"
	// ReasonInstancesSkipped: all other instances have the revision.
	ReasonInstancesSkipped = "InstancesSkipped"
)

// Reasons of the condition SourceChanged.
const (
	ReasonAsTaken       = "AsTaken"
	ReasonSourceEdited  = "Edited"
	ReasonSourceMissing = "Missing"
)

const (
	// AssignedByAnnotation of an assignment says which pool assigned what: "<UID of the pool>/<digest>". An assignment
	// that has another digest than its annotation was edited by hand, and is left alone. Without the annotation, a pool
	// that selects it may move it.
	AssignedByAnnotation = Group + "/assigned-by"
	// AssignedAtAnnotation is when, in the format of RFC 3339, by the clock of the controller. It is for people.
	AssignedAtAnnotation = Group + "/assigned-at"
	// AssignedReadyAnnotation is "true" if the Node was ready then.
	AssignedReadyAnnotation = Group + "/assigned-ready"
	// NodeAnnotation of an assignment says that it belongs to the Node of its name. Its value is the UID of the Node.
	NodeAnnotation = Group + "/node"
	// PoolLabel of a ConfigMap is the name of the pool that it is a copy for.
	PoolLabel = Group + "/pool"
	// TakenForAnnotation of a copy is the pool that took it last: "<UID>/<generation>".
	TakenForAnnotation = Group + "/taken-for"
	// DigestAnnotation of a copy is the digest of its content, KeyAnnotation the key that it is under.
	DigestAnnotation = Group + "/digest"
	KeyAnnotation    = Group + "/key"
)

// AssignedBy returns the value of AssignedByAnnotation.
func AssignedBy(pool types.UID, digest string) string { return string(pool) + "/" + digest }

// ConfigPoolList is a list of pools.
//
// +kubebuilder:object:root=true
type ConfigPoolList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []ConfigPool `json:"items"`
}
