// Package upstream forwards queries to the servers that are responsible for a name.
package upstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/names"
)

// Pool is the servers of each zone.
type Pool struct {
	config *config.ForwardingConfiguration
	zones  []zone // longest name first; the last zone is for all other names
}

type zone struct {
	name    string
	servers []string
	tls     *tls.Config // nil for plain UDP and TCP
}

// New reads the certificates of c. It returns an error that names the file if a file is missing or has no certificate.
func New(c *config.ForwardingConfiguration) (*Pool, error) {
	p := &Pool{config: c}
	for _, configured := range c.Zones {
		z := zone{name: names.Canonical(configured.Name), servers: configured.Upstreams}
		if configured.TLS != nil {
			var err error
			if z.tls, err = clientTLS(configured.TLS); err != nil {
				return nil, fmt.Errorf("zone %s: %w", configured.Name, err)
			}
		}
		p.zones = append(p.zones, z)
	}
	slices.SortStableFunc(p.zones, func(a, b zone) int { return len(b.name) - len(a.name) })
	p.zones = append(p.zones, zone{servers: c.Upstreams})
	return p, nil
}

func clientTLS(c *config.UpstreamTLS) (*tls.Config, error) {
	settings := &tls.Config{ServerName: c.ServerName, MinVersion: tls.VersionTLS12}
	if c.CAFile != "" {
		pem, err := os.ReadFile(c.CAFile)
		if err != nil {
			return nil, err
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", c.CAFile)
		}
	}
	if pair := c.ClientCertificate; pair != nil {
		certificate, err := tls.LoadX509KeyPair(pair.CertFile, pair.KeyFile)
		if err != nil {
			return nil, err
		}
		settings.Certificates = []tls.Certificate{certificate}
	}
	return settings, nil
}

// Ask sends a query to one server after the other until one answers. It returns the answer and its size in bytes, or
// the errors of all servers.
func (p *Pool) Ask(ctx context.Context, query dnsmessage.Message) (dnsmessage.Message, int, error) {
	packet, err := query.Pack()
	if err != nil {
		return dnsmessage.Message{}, 0, err
	}
	responsible := p.zones[slices.IndexFunc(p.zones, func(z zone) bool {
		return names.Within(query.Questions[0].Name.String(), z.name)
	})]
	servers := slices.Clone(responsible.servers)
	if p.config.Policy == config.ForwardRandom {
		rand.Shuffle(len(servers), func(i, j int) { servers[i], servers[j] = servers[j], servers[i] })
	}
	failed := []error{errors.New("no server answered")}
	for attempt := range min(int(p.config.Attempts), 16) {
		if len(servers) == 0 {
			break
		}
		server := servers[attempt%len(servers)]
		answer, size, err := p.askOne(ctx, server, responsible.tls, packet, query)
		if err == nil {
			return answer, size, nil
		}
		failed = append(failed, fmt.Errorf("%s: %w", server, err))
	}
	return dnsmessage.Message{}, 0, errors.Join(failed...)
}

// askOne asks one server, with UDP and then TCP if the answer is truncated, or with TLS.
func (p *Pool) askOne(ctx context.Context, server string, settings *tls.Config, packet []byte,
	query dnsmessage.Message) (dnsmessage.Message, int, error) {
	ctx, cancel := context.WithTimeout(ctx, p.config.Timeout.Duration)
	defer cancel()
	if settings != nil {
		return exchange(ctx, &tls.Dialer{Config: settings}, "tcp", server, packet, query)
	}
	answer, size, err := exchange(ctx, &net.Dialer{}, "udp", server, packet, query)
	if err == nil && answer.Truncated {
		return exchange(ctx, &net.Dialer{}, "tcp", server, packet, query)
	}
	return answer, size, err
}

type dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

func exchange(ctx context.Context, d dialer, network, server string, packet []byte,
	query dnsmessage.Message) (dnsmessage.Message, int, error) {
	conn, err := d.DialContext(ctx, network, server)
	if err != nil {
		return dnsmessage.Message{}, 0, err
	}
	defer conn.Close()
	// A deadline in the past ends reads and writes.
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if network == "tcp" {
		err = WriteTCP(conn, packet)
	} else {
		_, err = conn.Write(packet)
	}
	for err == nil {
		received := make([]byte, 65535)
		size := 0
		if network == "tcp" {
			received, err = ReadTCP(conn)
			size = len(received)
		} else {
			size, err = conn.Read(received)
		}
		var answer dnsmessage.Message
		if err == nil && answer.Unpack(received[:size]) == nil && answers(answer, query) {
			return answer, size, nil
		}
	}
	return dnsmessage.Message{}, 0, err
}

// answers reports whether a message is the answer to the query.
func answers(answer, query dnsmessage.Message) bool {
	return answer.Response && answer.ID == query.ID && slices.Equal(answer.Questions, query.Questions)
}

// ReadTCP reads one message, which follows its length (RFC 1035, section 4.2.2).
func ReadTCP(r io.Reader) ([]byte, error) {
	var length [2]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	packet := make([]byte, binary.BigEndian.Uint16(length[:]))
	_, err := io.ReadFull(r, packet)
	return packet, err
}

// WriteTCP writes one message after its length.
func WriteTCP(w io.Writer, packet []byte) error {
	if len(packet) > 65535 {
		return fmt.Errorf("a message of %d bytes is too long", len(packet))
	}
	_, err := w.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(packet))), packet...))
	return err
}
