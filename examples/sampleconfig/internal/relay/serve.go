package relay

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/examples/sampleconfig/internal/upstream"
)

// idle is the idle timeout of a TCP connection (RFC 7766, section 6.2.3).
const idle = 10 * time.Second

// serveUDP answers packets until ctx is canceled.
func (r *Relay) serveUDP(ctx context.Context, conn net.PacketConn, work *sync.WaitGroup) {
	defer context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })()
	buffer := make([]byte, 65535)
	for {
		size, client, err := conn.ReadFrom(buffer)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			klog.ErrorS(err, "Cannot read a packet")
			continue
		}
		packet := append([]byte(nil), buffer[:size]...)
		work.Go(func() {
			answer := r.respond(context.WithoutCancel(ctx), addressOf(client), packet, int(r.config.Listen.MaxUDPSize))
			if answer == nil {
				return
			}
			if _, err := conn.WriteTo(answer, client); err != nil {
				klog.V(2).ErrorS(err, "Cannot answer", "client", client)
			}
		})
	}
}

// serveTCP answers connections until ctx is canceled.
func (r *Relay) serveTCP(ctx context.Context, listener net.Listener, work *sync.WaitGroup) {
	defer context.AfterFunc(ctx, func() { _ = listener.Close() })()
	for {
		conn, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) || ctx.Err() != nil {
			return
		}
		if err != nil {
			klog.ErrorS(err, "Cannot accept a connection")
			continue
		}
		work.Go(func() { r.serveConn(ctx, conn) })
	}
}

func (r *Relay) serveConn(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })()
	for ctx.Err() == nil {
		_ = conn.SetReadDeadline(time.Now().Add(idle))
		packet, err := upstream.ReadTCP(conn)
		if err != nil {
			return
		}
		answer := r.respond(context.WithoutCancel(ctx), addressOf(conn.RemoteAddr()), packet, 65535)
		if answer == nil || upstream.WriteTCP(conn, answer) != nil {
			return
		}
	}
}

func addressOf(client net.Addr) netip.Addr {
	peer, err := netip.ParseAddrPort(client.String())
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap()
}

// respond returns the answer to one packet, or nil if the packet is not a query. The answer has at most limit bytes, or
// fewer if the client asks for it.
func (r *Relay) respond(ctx context.Context, client netip.Addr, packet []byte, limit int) []byte {
	var query dnsmessage.Message
	if err := query.Unpack(packet); err != nil || query.Response {
		return nil
	}
	r.queries.Add(1)
	answer := r.answer(ctx, client, query)
	packed, err := answer.Pack()
	if err != nil {
		klog.ErrorS(err, "Cannot write an answer", "client", client)
		return nil
	}
	if limit < 65535 {
		limit = min(limit, allowedBy(query))
	}
	if len(packed) <= limit {
		return packed
	}
	answer.Truncated = true
	answer.Answers, answer.Authorities, answer.Additionals = nil, nil, nil
	packed, _ = answer.Pack() // Packed before with more records.
	return packed
}

// allowedBy returns the maximum size of a UDP answer for the client (RFC 6891, section 6.2.3).
func allowedBy(query dnsmessage.Message) int {
	for _, record := range query.Additionals {
		if record.Header.Type == dnsmessage.TypeOPT {
			return max(512, int(record.Header.Class))
		}
	}
	return 512
}
