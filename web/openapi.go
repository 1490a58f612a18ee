package web

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// openAPI describes the JSON documents under /api, as OpenAPI 3.0.
//
//go:embed openapi.json
var openAPI []byte

// showOpenAPI answers /api/openapi.json: the description, with this site's place and
// version filled in.
func (v *visit) showOpenAPI() (answer, error) {
	var d struct {
		OpenAPI    json.RawMessage   `json:"openapi"`
		Info       map[string]string `json:"info"`
		Servers    []apiServer       `json:"servers"`
		Paths      json.RawMessage   `json:"paths"`
		Components json.RawMessage   `json:"components"`
	}
	if err := json.Unmarshal(openAPI, &d); err != nil {
		return nil, fmt.Errorf("read the description of the API: %w", err)
	}
	d.Info["version"] = v.server.version
	d.Servers = []apiServer{{URL: v.to.home()}}
	if base := string(v.to); base != "" {
		d.Servers[0].URL = base
	}
	body, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write the description of the API: %w", err)
	}
	return file{contentType: "application/json; charset=utf-8", body: append(body, '\n')}, nil
}

// apiServer is where the addresses of an API begin.
type apiServer struct {
	URL string `json:"url"`
}
