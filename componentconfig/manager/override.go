package manager

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/configgen/configgen/componentconfig/manager/config"
	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// Override returns the options of an operator with what c sets in them; what c leaves empty stays as it is. flags are
// the Go paths of the fields that the operator has flags for, as in Metrics.BindAddress: their options stay, too. If
// the operator has a webhook server, webhook.NewServer must have made it. It returns an error if c.TLS is invalid, if
// the webhook server is another one, or if c does not have one of the fields.
func Override(opts manager.Options, c *v1alpha1.ManagerConfiguration, flags ...string) (manager.Options, error) {
	c = c.DeepCopy()
	for _, path := range flags {
		if err := clearField(reflect.ValueOf(c), path); err != nil {
			return opts, err
		}
	}
	var internal config.ManagerConfiguration
	err := v1alpha1.Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(c, &internal, nil)
	if err != nil {
		return opts, err
	}
	set, err := Options(&internal)
	if err != nil {
		return opts, err
	}
	webhooks := webhookOptions(&internal.Webhook, set.Metrics.TLSOpts)
	set.WebhookServer = nil
	override(reflect.ValueOf(&opts).Elem(), reflect.ValueOf(set))
	if secure := c.Metrics.SecureServing; secure != nil {
		opts.Metrics.SecureServing = *secure
	}
	if c.LeaderElection != nil && c.LeaderElection.LeaderElect != nil {
		opts.LeaderElection = *c.LeaderElection.LeaderElect
	}
	switch server := opts.WebhookServer.(type) {
	case nil:
		opts.WebhookServer = webhook.NewServer(webhooks)
	case *webhook.DefaultServer:
		override(reflect.ValueOf(&server.Options).Elem(), reflect.ValueOf(webhooks))
	default:
		if !reflect.ValueOf(webhooks).IsZero() {
			return opts, errors.New("webhook and tls have no effect on the webhook server of this operator")
		}
	}
	opts.WebhookServer = listening(opts.WebhookServer, webhooks.Port)
	return opts, nil
}

// override sets the fields that have a value in another struct of the same type. Lists get the items in addition.
func override(opts, by reflect.Value) {
	for i := range opts.NumField() {
		switch option, value := opts.Field(i), by.Field(i); {
		case !option.CanSet():
		case option.Kind() == reflect.Struct:
			override(option, value)
		case option.Kind() == reflect.Slice:
			option.Set(reflect.AppendSlice(option.Slice3(0, option.Len(), option.Len()), value))
		case !value.IsZero():
			option.Set(value)
		}
	}
}

// clearField sets a field to its zero value, unless a pointer on the path is nil. It returns an error if the path does
// not exist.
func clearField(v reflect.Value, path string) error {
	for _, name := range strings.Split(path, ".") {
		if v = reflect.Indirect(v); !v.IsValid() {
			return nil
		}
		if v = v.FieldByName(name); !v.IsValid() {
			return fmt.Errorf("the configuration of a manager does not have the field %s", path)
		}
	}
	v.SetZero()
	return nil
}
