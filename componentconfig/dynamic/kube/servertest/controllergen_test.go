package servertest

import (
	"golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// controllerGen is the schema that controller-gen makes of a type in a package of the module in a directory.
func controllerGen(dir, pattern, name string) (apiextensionsv1.JSONSchemaProps, error) {
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return apiextensionsv1.JSONSchemaProps{}, err
	}
	roots, err := loader.LoadRootsWithConfig(&packages.Config{Dir: dir}, pattern)
	if err != nil {
		return apiextensionsv1.JSONSchemaProps{}, err
	}
	parser := &crd.Parser{
		Collector: &markers.Collector{Registry: registry}, Checker: &loader.TypeChecker{}, AllowDangerousTypes: true,
	}
	crd.AddKnownTypes(parser)
	ident := crd.TypeIdent{Package: roots[0], Name: name}
	parser.NeedPackage(roots[0])
	parser.NeedFlattenedSchemaFor(ident)
	schema, ok := parser.FlattenedSchemata[ident]
	if !ok {
		return schema, errNoSchema
	}
	return schema, nil
}
