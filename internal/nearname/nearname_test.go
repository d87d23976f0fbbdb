package nearname

import "testing"

func TestMeant(t *testing.T) {
	for _, row := range []struct {
		name, right string
		want        bool
	}{
		{"SetDefaults_Relay", "SetDefaults_Relay", false},
		{"SetDefault_Relay", "SetDefaults_Relay", true},
		{"setDefaultsRelay", "SetDefaults_Relay", true},
		{"SetDefault_Relay", "SetDefaults_RelayConfiguration", true},
		{"ValidateCustom_TLSConfig", "ValidateCustom_TLS", true},
		{"validateCustom_TLS", "ValidateCustom_TLS", true},
		{"VaildateTLSConfig", "ValidateTLSConfig", true},
		{"convert_v1_Relay_To_relay_Relays", "Convert_v1_Relay_To_relay_Relay", true},
		{"autoConvert_v1_Relay_To_relay_Relay", "Convert_v1_Relay_To_relay_Relay", false},
		{"SetObjectDefaults_Relay", "SetDefaults_Relay", false},
		{"validateServer", "ValidateServerConfig", false},
		{"CustomValidate_TLS", "ValidateCustom_TLS", true},
		{"validate_custom_TLSConfig", "ValidateCustom_TLSConfig", true},
		{"ValidateTLSServer", "ValidateCustom_TLSServer", false},
		{"Defaults_Relay", "SetDefaults_Relay", true},
		{"SetDefaults", "SetDefaults_RelayConfiguration", true},
		{"setRelayDefaults", "SetDefaults_RelayConfiguration", true},
		{"DefaultRelay", "SetDefaults_RelayConfiguration", true},
		{"SetRelay", "SetDefaults_RelayConfiguration", false},
		{"defaultTimeouts", "SetDefaults_RelayConfiguration", false},
		{"ConvertRelay", "Convert_v1_Relay_To_relay_Relay", true},
		{"check_Relay", "ValidateCustom_Relay", false},
	} {
		if got := Meant(row.name, row.right); got != row.want {
			t.Errorf("%s for %s: got %v", row.name, row.right, got)
		}
	}
}
