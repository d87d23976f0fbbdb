package scripttest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"
)

// serve implements the command of that name.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: serve command path...")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	address := free.Addr().String()
	ts.Check(free.Close())
	_, port, err := net.SplitHostPort(address)
	ts.Check(err)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	server := exec.CommandContext(ctx, ts.MkAbs(args[0]), "--port", port)
	var printed bytes.Buffer
	server.Dir, server.Stderr = ts.MkAbs("."), &printed
	ts.Check(server.Start())
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	for {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			ts.Check(connection.Close())
			break
		}
		select {
		case err := <-ended:
			ts.Fatalf("the server ended: %v\n%s", err, printed.String())
		default: // It does not listen yet.
		}
	}
	for _, path := range args[1:] {
		page, err := get(ctx, "http://"+address+path)
		ts.Check(err)
		_, err = fmt.Fprintf(ts.Stdout(), "%s: %s\n", path, page)
		ts.Check(err)
	}
	stop()
	<-ended
}

// get returns the status and the text of a page.
func get(ctx context.Context, url string, header ...string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(response.Body)
	return strings.TrimSpace(strconv.Itoa(response.StatusCode) + "\n" + string(text)), err
}

// Curl implements the options of curl that pages need: it prints the page at an address. It fails if the server does
// not answer and, with -f, if the answer is an error. It is always silent, like curl -s.
func Curl() {
	flags := pflag.NewFlagSet("curl", pflag.ExitOnError)
	_ = flags.BoolP("silent", "s", false, "")
	fail := flags.BoolP("fail", "f", false, "")
	header := flags.StringArrayP("header", "H", nil, "")
	_ = flags.Parse(os.Args[1:]) // it exits on an error
	page, err := get(context.Background(), flags.Arg(0), *header...)
	status, text, _ := strings.Cut(page, "\n")
	if err != nil || *fail && status >= "400" {
		os.Exit(1)
	}
	if text != "" {
		fmt.Println(text)
	}
}
