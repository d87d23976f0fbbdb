// Package defaulting reads defaults from the functions that set them. Kubernetes' defaulting functions are written by
// hand and mostly have one form, which says what the default is without being run:
//
//	func SetDefaults_ListenConfiguration(obj *ListenConfiguration) {
//		if obj.Port == nil {
//			obj.Port = ptr.To[int32](53)
//		}
//	}
//
// The functions are executed on an object in which one field is not set and nothing is known of the others. So are the
// functions that they call, also in other modules, such as RecommendedDefaultLeaderElectionConfiguration of
// component-base. Where a condition depends on another field, both branches are executed.
//
// A default is known if the field has the same value in the end, whatever the other fields are: also if the structs
// around it were not there. Nothing is guessed: what depends on another field, on the machine, or on a function without
// source is not known. Of such a default there is a digest of the code that decides about it. A field that no function
// can set has no default, wherever its name is used.
//
// Each value that is not known has the places of the object that it was computed from, and each branch the places that
// its condition reads: these are the fields that a default depends on.
package defaulting
