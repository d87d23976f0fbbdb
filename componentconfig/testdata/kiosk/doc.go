// Package kiosk is a group whose root is not an object of the API machinery, as in controllers that read a file of their
// own: its files have neither apiVersion nor kind.
//
// +configgen:output(loader: true)
package kiosk
