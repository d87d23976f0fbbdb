// Package stock has all tags of declarative validation, which validation-gen serves. Its types are the types of package
// ours.
//
// +k8s:deepcopy-gen=package
// +k8s:validation-gen=TypesWithField=TypeMeta
// +configgen:output(features: "example.com/golden/validation-tags/features")
// +groupName=stock.config.example.com
package stock
