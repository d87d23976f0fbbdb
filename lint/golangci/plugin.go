// Package golangci is the plugin of golangci-lint for the rules of lint.
//
// A program that has the plugin is built by golangci-lint custom, from .custom-gcl.yml:
//
//	version: v2.15.0
//	plugins:
//	  - module: github.com/configgen/configgen/lint/golangci
//	    version: latest
//
// The linter is then enabled in .golangci.yml as one of type module:
//
//	version: "2"
//	linters:
//	  enable: [configgen]
//	  settings:
//	    custom:
//	      configgen:
//	        type: module
//	        description: conventions for configuration types
//	        settings:
//	          disable: [number-float]
//
// The program configgen-lint, in the directory cmd, runs the same rules without golangci-lint, also by go vet -vettool.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/lint/golangci/analyzers"
)

func init() { register.Plugin("configgen", New) } // golangci-lint finds plugins in no other way

// Settings are the settings of the linter in .golangci.yml: the codes of rules.
type Settings struct {
	Enable  []string `json:"enable"`
	Disable []string `json:"disable"`
}

// New returns the plugin. It returns an error if the settings are malformed or name a rule that does not exist.
func New(settings any) (register.LinterPlugin, error) {
	decoded, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, err
	}
	choice := lint.Choice{Enable: decoded.Enable, Disable: decoded.Disable}
	if err := choice.Unknown(rules.All()); err != nil {
		return nil, err
	}
	return plugin{choice}, nil
}

type plugin struct{ choice lint.Choice }

// BuildAnalyzers returns an analyzer for each rule.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzers.For(p.choice), nil }

// GetLoadMode says that configgen loads types itself.
func (p plugin) GetLoadMode() string { return register.LoadModeSyntax }
