package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// operatingBlocks are the blocks of docs/operating.md in one language.
func operatingBlocks(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operating.md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, rest := range strings.Split(string(text), "\n```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```")
		blocks = append(blocks, block+"\n")
	}
	if len(blocks) == 0 {
		t.Fatalf("docs/operating.md shows no %s", language)
	}
	return blocks
}

// TestShownProxy: nginx takes the blocks that are shown for it.
func TestShownProxy(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not on this machine")
	}
	folder := t.TempDir()
	outside, server := "", ""
	for _, block := range operatingBlocks(t, "nginx") {
		head, location, _ := strings.Cut("\n"+block, "\nlocation ")
		outside, server = outside+head, server+"location "+location
	}
	conf := filepath.Join(folder, "nginx.conf")
	text := "pid " + folder + "/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n" +
		strings.ReplaceAll(outside, "/var/cache/nginx", folder) + "\nserver {\nlisten unix:" + folder + "/socket;\n" + server + "}\n}\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		text = strings.Replace(text, "http {\n", "http {\n"+kind+"_temp_path "+folder+"/"+kind+";\n", 1)
	}
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(nginx, "-t", "-p", folder, "-c", conf).CombinedOutput(); err != nil {
		t.Errorf("nginx does not take\n%s\n%v: %s", text, err, out)
	}
}

// TestShownUnits: systemd takes the units that are shown and handed out.
func TestShownUnits(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd is not on this machine")
	}
	ours, err := os.ReadFile(filepath.Join("..", "..", ".ci", "dist", "rulebook.service"))
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range append(operatingBlocks(t, "ini"), string(ours)) {
		// The programs that they start need not be installed here.
		unit = strings.NewReplacer("/usr/bin/litestream", "/bin/true", "/usr/bin/rulebook", "/bin/true").Replace(unit)
		path := filepath.Join(t.TempDir(), "shown.service")
		if err := os.WriteFile(path, []byte(unit), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(analyze, "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("systemd says of\n%s\n%v: %s", unit, err, out)
		}
	}
}
