// Package flagvalues holds the pflag.Values of the kubelet's flags that no built-in binding serves. It shows how a
// user brings a value type: a constructor from a pointer to the field, named by the argument value of +flag.
//
// All of them keep the rules of configgen's own bindings: the first Set replaces what defaults and files gave, later
// ones add to it, an empty value clears, a Set that fails changes nothing, and Set accepts what String prints.
package flagvalues
