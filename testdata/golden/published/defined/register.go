package defined

import "k8s.io/apimachinery/pkg/runtime"

// AddToScheme registers.
var AddToScheme = func(*runtime.Scheme) error { return nil }
