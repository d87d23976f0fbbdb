package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/v1beta1"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/validation"
)

// settings is all that the command line and the files say.
type settings struct {
	flags    *options.RelayFlags
	shared   *config.RelayConfiguration
	instance *config.RelayInstanceConfiguration
}

// newSettings returns the defaults that hold where there is no file.
func newSettings() (*settings, error) {
	shared, err := options.NewRelayConfiguration()
	if err != nil {
		return nil, err
	}
	instance, err := options.NewRelayInstanceConfiguration()
	if err != nil {
		return nil, err
	}
	return &settings{flags: options.NewRelayFlags(), shared: shared, instance: instance}, nil
}

// flagSets are the flags by the sections of the help.
func (s *settings) flagSets() (sections cliflag.NamedFlagSets) {
	options.AddRelayConfigurationFlagSets(&sections, s.shared)
	options.AddRelayInstanceConfigurationFlagSets(&sections, s.instance)
	s.flags.AddFlagSets(&sections)
	return sections
}

// complete reads the files that the parsed flags name, applies the command line on top of them, and validates the whole. A
// file replaces all defaults, those of the command line's past included: it brings the defaults of its own version.
func (s *settings) complete(arguments []string) error {
	if file := s.flags.ConfigFile; file != "" {
		if err := decode(file, s.shared); err != nil {
			return err
		}
		config.ResolveRelayConfigurationPaths(s.shared, against(file))
	}
	if file := s.flags.InstanceConfigFile; file != "" {
		if err := decode(file, s.instance); err != nil {
			return err
		}
		config.ResolveRelayInstanceConfigurationPaths(s.instance, against(file))
	}
	flags := options.NewRelayFlags().AddFlags
	sharedFlags := func(fs *pflag.FlagSet) { options.AddRelayConfigurationFlags(fs, new(config.RelayConfiguration)) }
	instanceFlags := func(fs *pflag.FlagSet) {
		options.AddRelayInstanceConfigurationFlags(fs, new(config.RelayInstanceConfiguration))
	}
	if err := options.ReparseRelayConfigurationFlags(s.shared, arguments, flags, instanceFlags); err != nil {
		return err
	}
	if err := options.ReparseRelayInstanceConfigurationFlags(s.instance, arguments, flags, sharedFlags); err != nil {
		return err
	}
	return s.validate()
}

// validate returns all that is wrong, one mistake a line.
func (s *settings) validate() error {
	var mistakes []error
	for _, list := range []field.ErrorList{
		options.ValidateRelayFlags(s.flags),
		validation.ValidateRelayConfiguration(s.shared),
		validation.ValidateRelayInstanceConfiguration(s.instance),
	} {
		for _, mistake := range list {
			mistakes = append(mistakes, mistake)
		}
	}
	if len(mistakes) == 0 {
		return nil
	}
	return fmt.Errorf("invalid configuration:\n%w", errors.Join(mistakes...))
}

// decode reads a file of any version, strictly: an unknown or a duplicate field is an error.
func decode(file string, into runtime.Object) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, codecs, err := scheme.New()
	if err != nil {
		return err
	}
	object, kind, err := codecs.UniversalDecoder(config.SchemeGroupVersion).Decode(data, nil, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	switch into := into.(type) {
	case *config.RelayConfiguration:
		if read, ok := object.(*config.RelayConfiguration); ok {
			*into = *read
			return nil
		}
	case *config.RelayInstanceConfiguration:
		if read, ok := object.(*config.RelayInstanceConfiguration); ok {
			*into = *read
			return nil
		}
	}
	return fmt.Errorf("%s: a %s is not what is read here", file, kind.Kind)
}

// against makes relative paths relative to the folder of the file that holds them.
func against(file string) func(path string) string {
	return func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(filepath.Dir(file), path)
	}
}

// print writes the configuration in its newest version, without its secrets.
func (s *settings) print(out io.Writer) error {
	mediaType := runtime.ContentTypeYAML
	if s.flags.PrintConfig == "json" {
		mediaType = runtime.ContentTypeJSON
	}
	_, codecs, err := scheme.New()
	if err != nil {
		return err
	}
	info, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), mediaType)
	if !ok {
		return fmt.Errorf("there is no way to write %s", mediaType)
	}
	serializer := info.Serializer
	if info.PrettySerializer != nil {
		serializer = info.PrettySerializer
	}
	encoder := codecs.EncoderForVersion(serializer, v1beta1.SchemeGroupVersion)
	shared := s.shared.DeepCopy()
	if shared.Admin.Token != "" {
		shared.Admin.Token = "***"
	}
	if err := encoder.Encode(shared, out); err != nil {
		return err
	}
	if mediaType == runtime.ContentTypeYAML {
		fmt.Fprintln(out, "---")
	}
	return encoder.Encode(s.instance, out)
}
