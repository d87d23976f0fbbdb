// Package configapi describes the API of a group: the kinds, fields and flags that files and command lines use, with
// everything about them that a change could break. The description is a list of objects, each with an identity and
// facts. Its JSON form has one object a line and is checked in, so that a diff of it reads as a change of the API;
// package breaking compares two of them.
package configapi
