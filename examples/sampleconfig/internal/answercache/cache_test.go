package answercache_test

import (
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/answercache"
)

func answer(name string, ttl uint32) (dnsmessage.Question, dnsmessage.Message) {
	question := dnsmessage.Question{
		Name: dnsmessage.MustNewName(name), Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET}
	record := dnsmessage.Resource{
		Header: dnsmessage.ResourceHeader{Name: question.Name, TTL: ttl}, Body: &dnsmessage.AResource{}}
	return question, dnsmessage.Message{Questions: []dnsmessage.Question{question}, Answers: []dnsmessage.Resource{record}}
}

func TestTimeToLive(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	c := &config.CacheConfiguration{
		Size: resource.MustParse("1Ki"), MinTTL: metav1.Duration{Duration: 5 * time.Second},
		MaxTTL:     metav1.Duration{Duration: time.Minute},
		ServeStale: &metav1.Duration{Duration: time.Hour},
	}
	tests := []struct {
		ttl         uint32
		after       time.Duration
		want, stale bool
		left        uint32
	}{
		{30, 29 * time.Second, true, true, 1},
		{30, 30 * time.Second, false, true, 0},
		{1, 4 * time.Second, true, true, 0},
		{1, 5 * time.Second, false, true, 0},
		{3600, 59 * time.Second, true, true, 3541},
		{3600, 60 * time.Second, false, true, 3540},
		{30, 30*time.Second + time.Hour, false, false, 0},
	}
	for _, test := range tests {
		now := clock
		cache := answercache.New(c, func() time.Time { return now })
		question, message := answer("a.example.", test.ttl)
		cache.Put(question, message, 100)
		now = now.Add(test.after)
		_, found := cache.Get(question)
		got, stale := cache.GetStale(question)
		if found != test.want || stale != test.stale {
			t.Errorf("%d seconds to live, after %s: found %t, stale %t", test.ttl, test.after, found, stale)
		}
		if stale && got.Answers[0].Header.TTL != test.left {
			t.Errorf("%d seconds to live, after %s: %d are left, want %d", test.ttl, test.after, got.Answers[0].Header.TTL,
				test.left)
		}
	}
}

func TestSize(t *testing.T) {
	c := &config.CacheConfiguration{Size: resource.MustParse("250"), MaxTTL: metav1.Duration{Duration: time.Minute}}
	cache := answercache.New(c, func() time.Time { return time.Time{} })
	first, firstAnswer := answer("first.example.", 60)
	second, secondAnswer := answer("second.example.", 60)
	third, thirdAnswer := answer("third.example.", 60)
	cache.Put(first, firstAnswer, 100)
	cache.Put(second, secondAnswer, 100)
	cache.Get(first)
	cache.Put(third, thirdAnswer, 100)
	for question, want := range map[dnsmessage.Question]bool{first: true, second: false, third: true} {
		if _, found := cache.Get(question); found != want {
			t.Errorf("%s: found is %t; the answer not used for longest gives way", question.Name, found)
		}
	}
	large, largeAnswer := answer("large.example.", 60)
	cache.Put(large, largeAnswer, 251)
	if _, found := cache.Get(large); found {
		t.Error("an answer larger than the cache was kept")
	}
}
