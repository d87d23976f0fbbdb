package schema

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	apijson "sigs.k8s.io/json"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Decode decodes a tree that passed Check into the object that into points to.
func (ts *Types) Decode(root *layers.Node, into any) error {
	if err := apijson.UnmarshalCaseSensitivePreserveInts(root.JSON(), into); err != nil {
		return fmt.Errorf("the merged configuration cannot be decoded into %T", into)
	}
	return nil
}

// Encode returns a value as a tree with every field that has a value, including zeros. Only nil pointers, maps and
// lists are left out, whatever omitempty says, so that an effective configuration is complete.
func (ts *Types) Encode(v reflect.Value) (*layers.Node, error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil, nil
		}
		v = v.Elem()
	}
	t := v.Type()
	if opaque(t) || isBytes(t) {
		return encodeOpaque(v)
	}
	switch t.Kind() {
	case reflect.Struct:
		return ts.encodeStruct(v)
	case reflect.Map:
		return ts.encodeMap(v)
	case reflect.Slice, reflect.Array:
		return ts.encodeList(v)
	case reflect.String:
		return &layers.Node{Kind: layers.String, Text: v.String()}, nil
	case reflect.Bool:
		return &layers.Node{Kind: layers.Bool, Text: strconv.FormatBool(v.Bool())}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &layers.Node{Kind: layers.Number, Text: strconv.FormatInt(v.Int(), 10)}, nil
	}
	return encodeOpaque(v)
}

func (ts *Types) encodeStruct(v reflect.Value) (*layers.Node, error) {
	out := layers.NewMap()
	for _, f := range ts.Fields(v.Type()) {
		fv, err := v.FieldByIndexErr(f.Index)
		if err != nil {
			continue // below an embedded nil pointer
		}
		n, err := ts.Encode(fv)
		if err != nil {
			return nil, err
		}
		if n != nil {
			out.Fields[f.Name] = n
		}
	}
	return out, nil
}

func (ts *Types) encodeMap(v reflect.Value) (*layers.Node, error) {
	if v.IsNil() {
		return nil, nil
	}
	out := &layers.Node{Kind: layers.Map, Dict: true, Fields: map[string]*layers.Node{}}
	for _, k := range v.MapKeys() {
		n, err := ts.Encode(v.MapIndex(k))
		if err != nil {
			return nil, err
		}
		if n == nil {
			n = without(v.Type().Elem())
		}
		out.Fields[keyText(k)] = n
	}
	return out, nil
}

// keyText returns the key of a map as JSON has it.
func keyText(key reflect.Value) string {
	if key.Kind() == reflect.String {
		return key.String()
	}
	if m, ok := key.Interface().(encoding.TextMarshaler); ok {
		if text, err := m.MarshalText(); err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(key.Interface())
}

// without returns a key without a value: an empty list or map, since null would remove the key when it is read again.
func without(t reflect.Type) *layers.Node {
	switch t.Kind() {
	case reflect.Slice:
		return &layers.Node{Kind: layers.List, Items: []*layers.Node{}, Replace: true}
	case reflect.Map:
		return &layers.Node{Kind: layers.Map, Dict: true, Fields: map[string]*layers.Node{}}
	}
	return &layers.Node{Kind: layers.Null}
}

func (ts *Types) encodeList(v reflect.Value) (*layers.Node, error) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return nil, nil
	}
	out := &layers.Node{Kind: layers.List, Items: []*layers.Node{}, Replace: v.Len() == 0}
	for i := range v.Len() {
		n, err := ts.Encode(v.Index(i))
		if err != nil {
			return nil, err
		}
		if n == nil {
			n = &layers.Node{Kind: layers.Null}
		}
		out.Items = append(out.Items, n)
	}
	return out, nil
}

// encodeOpaque encodes a value with encoding/json, also by a MarshalJSON of its pointer.
func encodeOpaque(v reflect.Value) (*layers.Node, error) {
	addressable := reflect.New(v.Type())
	addressable.Elem().Set(v)
	data, err := json.Marshal(addressable.Interface())
	if err != nil {
		return nil, fmt.Errorf("%s cannot be encoded as JSON", v.Type())
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("%s does not encode to valid JSON", v.Type())
	}
	return fromJSON(value), nil
}

func fromJSON(value any) *layers.Node {
	switch value := value.(type) {
	case bool:
		return &layers.Node{Kind: layers.Bool, Text: fmt.Sprint(value)}
	case json.Number:
		return &layers.Node{Kind: layers.Number, Text: value.String()}
	case string:
		return &layers.Node{Kind: layers.String, Text: value}
	case []any:
		out := &layers.Node{Kind: layers.List, Items: []*layers.Node{}, Replace: len(value) == 0}
		for _, item := range value {
			out.Items = append(out.Items, fromJSON(item))
		}
		return out
	case map[string]any:
		out := &layers.Node{Kind: layers.Map, Open: true, Fields: map[string]*layers.Node{}}
		for k, f := range value {
			out.Fields[k] = fromJSON(f)
		}
		return out
	}
	return &layers.Node{Kind: layers.Null}
}
