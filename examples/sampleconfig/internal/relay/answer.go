package relay

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
	"github.com/configgen/configgen/examples/sampleconfig/internal/names"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
)

// localTTL is the time to live, in seconds, of the relay's own records.
const localTTL = 60

// answer answers a query and logs it.
func (r *Relay) answer(ctx context.Context, client netip.Addr, query dnsmessage.Message) dnsmessage.Message {
	if len(query.Questions) != 1 || query.OpCode != 0 {
		return reply(query, dnsmessage.RCodeNotImplemented)
	}
	answer, source := r.find(ctx, client, query)
	question := query.Questions[0]
	r.record(querylog.Entry{
		Time: time.Now(), Client: client.String(), Name: names.Canonical(question.Name.String()),
		Type: question.Type.String(),
		Code: answer.RCode.String(), Source: source,
	})
	return answer
}

// find returns the answer and its source, for the query log.
func (r *Relay) find(ctx context.Context, client netip.Addr, query dnsmessage.Message) (dnsmessage.Message, string) {
	now := r.hot.Load()
	question := query.Questions[0]
	name := names.Canonical(question.Name.String())
	if !now.admits(client) {
		return reply(query, dnsmessage.RCodeRefused), ""
	}
	if question.Class == dnsmessage.ClassCHAOS {
		return r.chaos(query, name), ""
	}
	if question.Type == dnsmessage.TypeALL && !r.gates.Enabled(features.AnswerANY) {
		return reply(query, dnsmessage.RCodeNotImplemented), ""
	}
	if list := now.names.BlockedBy(name); list != "" {
		return reply(query, dnsmessage.RCodeNameError), list
	}
	if addresses, known := now.names.Addresses(name); known {
		return local(query, addresses), "hosts"
	}
	if target := now.config.Forwarding.Aliases[name]; target != "" {
		return r.alias(ctx, query, target), "alias"
	}
	return r.resolve(ctx, query)
}

func (h *hot) admits(client netip.Addr) bool {
	for _, prefix := range h.allowed {
		if prefix.Contains(client) {
			return true
		}
	}
	return len(h.allowed) == 0
}

// chaos answers queries for the name of the relay (RFC 4892).
func (r *Relay) chaos(query dnsmessage.Message, name string) dnsmessage.Message {
	if name != "id.server" || query.Questions[0].Type != dnsmessage.TypeTXT {
		return reply(query, dnsmessage.RCodeRefused)
	}
	answer := reply(query, dnsmessage.RCodeSuccess)
	answer.Answers = []dnsmessage.Resource{record(query, &dnsmessage.TXTResource{TXT: []string{r.id}})}
	return answer
}

// alias answers with the records of another name, after a CNAME record.
func (r *Relay) alias(ctx context.Context, query dnsmessage.Message, target string) dnsmessage.Message {
	name, err := dnsmessage.NewName(names.Canonical(target) + ".")
	if err != nil {
		return reply(query, dnsmessage.RCodeServerFailure)
	}
	forwarded := query
	forwarded.Questions = []dnsmessage.Question{query.Questions[0]}
	forwarded.Questions[0].Name = name
	answer, _ := r.resolve(ctx, forwarded)
	answer.Questions = query.Questions
	answer.Answers = append([]dnsmessage.Resource{record(query, &dnsmessage.CNAMEResource{CNAME: name})},
		answer.Answers...)
	return answer
}

// resolve answers from the cache or asks a server.
func (r *Relay) resolve(ctx context.Context, query dnsmessage.Message) (dnsmessage.Message, string) {
	question := query.Questions[0]
	if answer, ok := r.cache.Get(question); ok {
		answer.ID = query.ID
		return answer, "cache"
	}
	answer, size, err := r.hot.Load().servers.Ask(ctx, query)
	if err == nil {
		answer.Additionals = slices.DeleteFunc(answer.Additionals, isHopByHop)
		r.cache.Put(question, answer, size)
		return answer, "upstream"
	}
	klog.V(2).ErrorS(err, "Cannot resolve", "name", question.Name.String())
	if r.gates.Enabled(features.ServeStale) {
		if answer, ok := r.cache.GetStale(question); ok {
			answer.ID = query.ID
			return answer, "stale"
		}
	}
	return reply(query, dnsmessage.RCodeServerFailure), ""
}

// isHopByHop reports whether a record is meant for the relay, not for the client (RFC 6891, section 6.1.1).
func isHopByHop(record dnsmessage.Resource) bool { return record.Header.Type == dnsmessage.TypeOPT }

// local answers with the addresses of the requested type.
func local(query dnsmessage.Message, addresses []netip.Addr) dnsmessage.Message {
	answer := reply(query, dnsmessage.RCodeSuccess)
	answer.Authoritative = true
	for _, address := range addresses {
		switch {
		case address.Is4() && query.Questions[0].Type == dnsmessage.TypeA:
			answer.Answers = append(answer.Answers, record(query, &dnsmessage.AResource{A: address.As4()}))
		case address.Is6() && query.Questions[0].Type == dnsmessage.TypeAAAA:
			answer.Answers = append(answer.Answers, record(query, &dnsmessage.AAAAResource{AAAA: address.As16()}))
		}
	}
	return answer
}

func record(query dnsmessage.Message, body dnsmessage.ResourceBody) dnsmessage.Resource {
	question := query.Questions[0]
	return dnsmessage.Resource{
		Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class, TTL: localTTL}, Body: body}
}

// reply returns an answer to the query without records.
func reply(query dnsmessage.Message, code dnsmessage.RCode) dnsmessage.Message {
	return dnsmessage.Message{
		Header: dnsmessage.Header{
			ID: query.ID, Response: true, OpCode: query.OpCode, RecursionDesired: query.RecursionDesired,
			RecursionAvailable: true, RCode: code,
		},
		Questions: query.Questions,
	}
}
