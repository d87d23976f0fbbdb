// Package validation is under construction.
package validation
