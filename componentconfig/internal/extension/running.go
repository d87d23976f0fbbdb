package extension

import (
	"context"

	"github.com/configgen/configgen/componentconfig/internal/running"
)

// Running shows the configuration that a process uses. The loader implements it.
type Running interface {
	// Document returns the configuration in use. It returns an error if the configuration cannot be shown.
	Document() (*running.Document, error)
	// Status returns the status as JSON.
	Status(context.Context) ([]byte, error)
	// Reload reads the files now, and returns the status afterwards as JSON. It returns an error if the context ends
	// first.
	Reload(context.Context) ([]byte, error)
}
