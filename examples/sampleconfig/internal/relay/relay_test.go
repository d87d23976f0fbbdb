package relay

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
	"github.com/configgen/configgen/examples/sampleconfig/internal/upstream"
)

// startUpstream answers every A query with 203.0.113.1 until the test ends, and returns its address.
func startUpstream(t *testing.T) string {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buffer := make([]byte, 512)
		for {
			size, client, err := conn.ReadFrom(buffer)
			var query dnsmessage.Message
			if err != nil || query.Unpack(buffer[:size]) != nil {
				return
			}
			answer := reply(query, dnsmessage.RCodeSuccess)
			answer.Answers = []dnsmessage.Resource{record(query, &dnsmessage.AResource{A: [4]byte{203, 0, 113, 1}})}
			packet, _ := answer.Pack()
			_, _ = conn.WriteTo(packet, client)
		}
	}()
	return conn.LocalAddr().String()
}

func configuration(t *testing.T) *config.RelayConfiguration {
	return &config.RelayConfiguration{
		Listen: config.ListenConfiguration{Address: "127.0.0.1", TCP: true, MaxUDPSize: 1232},
		Forwarding: config.ForwardingConfiguration{
			Upstreams: []string{startUpstream(t)}, Timeout: metav1.Duration{Duration: 5 * time.Second}, Attempts: 1,
			Aliases: map[string]string{"alias.example": "target.example"},
		},
		Cache: config.CacheConfiguration{Size: resource.MustParse("1Mi"), MaxTTL: metav1.Duration{Duration: time.Hour}},
		Hosts: config.HostsConfiguration{Records: map[string][]string{"router.example": {"192.0.2.1", "2001:db8::1"}}},
		Admin: config.AdminConfiguration{HealthPath: "/healthz", Token: "secret"},
	}
}

func newRelay(t *testing.T, c *config.RelayConfiguration) *Relay {
	t.Helper()
	gates, err := features.New()
	if err != nil {
		t.Fatal(err)
	}
	settings := make([]componentconfig.Gate, 0, len(c.FeatureGates))
	for name, on := range c.FeatureGates {
		settings = append(settings, componentconfig.Gate{Name: name, Enabled: on})
	}
	plan := gates.Plan(settings)
	if err := plan.Err(); err != nil {
		t.Fatal(err)
	}
	gates.Commit(plan)
	r, err := New(c, &config.RelayInstanceConfiguration{ServerID: "edge-7"}, gates)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func question(name string, kind dnsmessage.Type, class dnsmessage.Class) dnsmessage.Message {
	return dnsmessage.Message{
		Header:    dnsmessage.Header{ID: 7, RecursionDesired: true},
		Questions: []dnsmessage.Question{{Name: dnsmessage.MustNewName(name), Type: kind, Class: class}},
	}
}

// text is what an answer says, as in "RCodeSuccess A 192.0.2.1".
func text(answer dnsmessage.Message) string {
	words := []string{answer.RCode.String()}
	for _, record := range answer.Answers {
		switch body := record.Body.(type) {
		case *dnsmessage.AResource:
			words = append(words, "A", netip.AddrFrom4(body.A).String())
		case *dnsmessage.AAAAResource:
			words = append(words, "AAAA", netip.AddrFrom16(body.AAAA).String())
		case *dnsmessage.CNAMEResource:
			words = append(words, "CNAME", body.CNAME.String())
		case *dnsmessage.TXTResource:
			words = append(words, "TXT", body.TXT[0])
		}
	}
	return strings.Join(words, " ")
}

func TestSourcesOfAnswers(t *testing.T) {
	dir := t.TempDir()
	hosts, blocked, log := filepath.Join(dir, "hosts"), filepath.Join(dir, "blocked"), filepath.Join(dir, "log")
	write(t, hosts, "192.0.2.9 nas.example nas # storage\n")
	write(t, blocked, "ads.example\n")
	c := configuration(t)
	c.Hosts.Files, c.Hosts.Blocklists = []string{hosts}, map[string]string{"advertising": blocked}
	c.Listen.AllowFrom = []string{"192.0.2.0/24"}
	c.QueryLog = config.QueryLogConfiguration{
		File: log, Mode: "0600", Sample: intstr.FromString("100%"), Exclude: []string{`^router\.`}}
	r := newRelay(t, c)
	client, stranger := netip.MustParseAddr("192.0.2.50"), netip.MustParseAddr("203.0.113.50")
	in := dnsmessage.ClassINET
	tests := []struct {
		client      netip.Addr
		query       dnsmessage.Message
		want, entry string
	}{
		{client, question("router.example.", dnsmessage.TypeA, in), "RCodeSuccess A 192.0.2.1", ""},
		{client, question("Router.Example.", dnsmessage.TypeAAAA, in), "RCodeSuccess AAAA 2001:db8::1", ""},
		{client, question("nas.", dnsmessage.TypeA, in), "RCodeSuccess A 192.0.2.9", "nas hosts"},
		{client, question("x.ads.example.", dnsmessage.TypeA, in), "RCodeNameError", "x.ads.example advertising"},
		{client, question("far.example.", dnsmessage.TypeA, in), "RCodeSuccess A 203.0.113.1", "far.example upstream"},
		{client, question("far.example.", dnsmessage.TypeA, in), "RCodeSuccess A 203.0.113.1", "far.example cache"},
		{client, question("alias.example.", dnsmessage.TypeA, in), "RCodeSuccess CNAME target.example. A 203.0.113.1",
			"alias.example alias"},
		{client, question("id.server.", dnsmessage.TypeTXT, dnsmessage.ClassCHAOS), "RCodeSuccess TXT edge-7", "id.server "},
		{client, question("far.example.", dnsmessage.TypeALL, in), "RCodeNotImplemented", "far.example "},
		{stranger, question("far.example.", dnsmessage.TypeA, in), "RCodeRefused", "far.example "},
	}
	var entries []string
	for _, test := range tests {
		if got := text(r.answer(t.Context(), test.client, test.query)); got != test.want {
			t.Errorf("%s from %s: got %s, want %s", test.query.Questions[0].Name, test.client, got, test.want)
		}
		if test.entry != "" {
			entries = append(entries, test.entry)
		}
	}
	if err := r.log.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var entry querylog.Entry
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if got := entry.Name + " " + entry.Source; i >= len(entries) || got != entries[i] {
			t.Errorf("line %d of the query log says %q, want %q", i+1, got, entries[min(i, len(entries)-1)])
		}
	}
}

func TestRunAnswersByUDPAndTCP(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	address, done := make(chan net.Addr, 1), make(chan error, 1)
	var server net.Addr
	for server == nil {
		r := newRelay(t, configuration(t))
		go func() { done <- r.Run(ctx, time.Minute, func(a net.Addr) { address <- a }) }()
		select {
		case server = <-address:
		case err := <-done:
			if !errors.Is(err, syscall.EADDRINUSE) { // A port that is free by UDP may be taken by TCP.
				t.Fatal(err)
			}
		}
	}
	query := question("router.example.", dnsmessage.TypeA, dnsmessage.ClassINET)
	for _, network := range []string{"udp", "tcp"} {
		if got := text(ask(t, network, server.String(), query)); got != "RCodeSuccess A 192.0.2.1" {
			t.Errorf("by %s: got %s", network, got)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func ask(t *testing.T, network, server string, query dnsmessage.Message) dnsmessage.Message {
	t.Helper()
	conn, err := net.Dial(network, server)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	packet, err := query.Pack()
	if err != nil {
		t.Fatal(err)
	}
	received := make([]byte, 512)
	if network == "tcp" {
		if err := upstream.WriteTCP(conn, packet); err != nil {
			t.Fatal(err)
		}
		received, err = upstream.ReadTCP(conn)
	} else {
		if _, err := conn.Write(packet); err != nil {
			t.Fatal(err)
		}
		var size int
		size, err = conn.Read(received)
		received = received[:size]
	}
	var answer dnsmessage.Message
	if err != nil || answer.Unpack(received) != nil {
		t.Fatalf("no answer by %s: %v", network, err)
	}
	return answer
}

func TestAnswersThatDoNotFitAreCutShort(t *testing.T) {
	c := configuration(t)
	for i := range 60 {
		c.Hosts.Records["router.example"] = append(c.Hosts.Records["router.example"],
			netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}).String())
	}
	r := newRelay(t, c)
	packet, err := ptr(question("router.example.", dnsmessage.TypeA, dnsmessage.ClassINET)).Pack()
	if err != nil {
		t.Fatal(err)
	}
	for limit, cut := range map[int]bool{1232: true, 65535: false} {
		var answer dnsmessage.Message
		if err := answer.Unpack(r.respond(t.Context(), netip.MustParseAddr("::1"), packet, limit)); err != nil {
			t.Fatal(err)
		}
		if answer.Truncated != cut || (len(answer.Answers) == 0) != cut {
			t.Errorf("with at most %d bytes: cut short is %t with %d records", limit, answer.Truncated, len(answer.Answers))
		}
	}
}

func ptr(m dnsmessage.Message) *dnsmessage.Message { return &m }

func TestReconfigureSwapsWhatIsHot(t *testing.T) {
	c := configuration(t)
	r := newRelay(t, c)
	client := netip.MustParseAddr("192.0.2.50")
	query := question("router.example.", dnsmessage.TypeA, dnsmessage.ClassINET)
	next := c.DeepCopy()
	next.Hosts.Records["router.example"] = []string{"192.0.2.2"}
	commit, err := r.Reconfigure(next)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(r.answer(t.Context(), client, query)); got != "RCodeSuccess A 192.0.2.1" {
		t.Errorf("prepared, and not committed: got %s", got)
	}
	commit()
	if got := text(r.answer(t.Context(), client, query)); got != "RCodeSuccess A 192.0.2.2" {
		t.Errorf("committed: got %s", got)
	}
	broken := next.DeepCopy()
	broken.Hosts.Files = []string{filepath.Join(t.TempDir(), "missing")}
	if _, err := r.Reconfigure(broken); err == nil {
		t.Error("a hosts file that does not exist was taken up")
	}
}

// TestAdminIsForThisMachine: web pages that give their name a loopback address, or are of another origin, see health
// and metrics, and nothing else.
func TestAdminIsForThisMachine(t *testing.T) {
	c := configuration(t)
	c.Admin.Token = ""
	r := newRelay(t, c)
	r.serving.Store(true)
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = r.adminHandler(server.Listener.Addr(), &running.Mux{})
	server.Start()
	defer server.Close()
	for _, hostile := range []struct{ header, host, origin string }{
		{"Host", "rebound.example.com", ""}, {"Origin", "", "http://elsewhere.example.com"},
	} {
		for path, want := range map[string]int{"/healthz": http.StatusOK, "/metrics": http.StatusOK,
			"/stats": http.StatusForbidden, "/configz": http.StatusForbidden, "/": http.StatusForbidden} {
			request, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = hostile.host
			request.Header.Set("Origin", hostile.origin)
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if response.Body.Close(); response.StatusCode != want {
				t.Errorf("%s with a foreign %s: %s, want %d", path, hostile.header, response.Status, want)
			}
		}
	}
}

func TestAdmin(t *testing.T) {
	r := newRelay(t, configuration(t))
	address := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)}
	get := func(path, authorization string) int {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("Authorization", authorization)
		recorder, pages := httptest.NewRecorder(), &running.Mux{}
		configz.InstallHandler(pages)
		r.adminHandler(address, pages).ServeHTTP(recorder, request)
		return recorder.Code
	}
	if got := get("/healthz", ""); got != http.StatusServiceUnavailable {
		t.Errorf("health is %d before the relay serves", got)
	}
	r.serving.Store(true)
	if got := get("/healthz", ""); got != http.StatusOK {
		t.Errorf("health is %d while the relay serves", got)
	}
	if got := get("/metrics", ""); got != http.StatusOK {
		t.Errorf("metrics are %d", got)
	}
	for _, path := range []string{"/stats", "/configz"} {
		if got := get(path, "Bearer guess"); got != http.StatusUnauthorized {
			t.Errorf("%s is %d with a wrong token", path, got)
		}
		if got := get(path, "Bearer secret"); got != http.StatusOK {
			t.Errorf("%s is %d with the token", path, got)
		}
	}
	withToken, open := r.hot.Load(), configuration(t)
	open.Admin.Token = ""
	commit, err := r.Reconfigure(open)
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string][2]int{
		"127.0.0.1": {http.StatusUnauthorized, http.StatusOK}, "::1": {http.StatusUnauthorized, http.StatusOK},
		"192.0.2.1": {http.StatusUnauthorized, http.StatusNotFound},
	} {
		address.IP = net.ParseIP(host)
		r.hot.Store(withToken)
		if got := get("/configz", ""); got != want[0] {
			t.Errorf("at %s, pages are %d to clients without the token", host, got)
		}
		commit()
		if got := get("/configz", ""); got != want[1] {
			t.Errorf("at %s, pages are %d if there is no token", host, got)
		}
	}
	r.config.Admin.HealthPath = "/stats"
	if got := get("/stats", ""); got != http.StatusOK {
		t.Errorf("health is %d at a path that is taken", got)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
