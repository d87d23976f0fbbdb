package extension

import "github.com/configgen/configgen/componentconfig/internal/running"

// Running shows the configuration that a process uses. The loader implements it.
type Running interface {
	// Document returns the configuration in use. It returns an error if the configuration cannot be shown.
	Document() (*running.Document, error)
}
