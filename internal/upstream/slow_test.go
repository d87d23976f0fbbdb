package upstream

import (
	"errors"
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
)

// TestSlowLoad expects a warning when gengo had to load everything itself, and none else.
func TestSlowLoad(t *testing.T) {
	at := span{pos: token.Position{Filename: "doc.go", Line: 1}}
	if findings := slowLoad(at, nil); len(findings) != 0 {
		t.Errorf("got %v", findings)
	}
	reason := errors.New("the parser has another field")
	findings := slowLoad(at, reason)
	if len(findings) != 1 || diag.Failed(findings) {
		t.Fatalf("got %v", findings)
	}
	f := findings[0]
	reasoned := strings.Contains(f.Message, reason.Error())
	if f.Severity != diag.Warning || f.Code != "slow-load" || !reasoned || f.Position != at.pos {
		t.Errorf("got %s", f)
	}
}
