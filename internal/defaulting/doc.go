// Package defaulting reads defaults from the functions that set them. Kubernetes' defaulting functions are written by
// hand and mostly have one form, which says what the default is without being run:
//
//	func SetDefaults_ListenConfiguration(obj *ListenConfiguration) {
//		if obj.Port == nil {
//			obj.Port = ptr.To[int32](53)
//		}
//	}
//
// Functions that it calls with the object or a part of it are read, too, also those of other modules, such as
// RecommendedDefaultLeaderElectionConfiguration of component-base.
//
// A field that a function mentions in any other way may have a default, and its value is not known. Nothing is guessed:
// a field with two assignments, with one below a condition, or that a function without source got before, has no known
// value.
package defaulting
