package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// machine is what was measured on, in a sentence: processor, memory, system, programs.
func machine() string {
	said := []string{
		fmt.Sprintf("%d × %s", runtime.NumCPU(), inFile("/proc/cpuinfo", `model name\s*:\s*(.+)`)),
		memory(inFile("/proc/meminfo", `MemTotal:\s*(\d+) kB`)),
		inFile("/etc/os-release", `PRETTY_NAME="([^"]+)"`),
		"kernel " + inFile("/proc/sys/kernel/osrelease", `(\S+)`),
		runtime.Version(),
		"git " + saidBy(`version (\S+)`, "git", "--version"),
		"ripgrep " + saidBy(`ripgrep (\S+)`, "rg", "--version"),
		"sqlite3 " + saidBy(`(\S+)`, "sqlite3", "--version"),
		"nginx " + saidBy(`nginx/(\S+)`, "nginx", "-v"),
		"rulebook " + saidBy(`(\S+)`, "git", "describe", "--tags", "--always", "--dirty"),
	}
	return "Measured on: " + strings.Join(said, ", ") + ".\n"
}

// memory says in gigabytes what the system says in KiB.
func memory(kibibytes string) string {
	n, err := strconv.ParseFloat(kibibytes, 64)
	if err != nil {
		return "memory " + unknown
	}
	return fmt.Sprintf("%.0f GB of memory", n*1024/1e9)
}

const unknown = "unknown"

// inFile is what a pattern finds in a file.
func inFile(name, pattern string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return unknown
	}
	return find(pattern, string(text))
}

// saidBy is what a pattern finds in what a program prints, or that it is not there.
func saidBy(pattern, name string, args ...string) string {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return unknown
	}
	return find(pattern, string(out))
}

func find(pattern, text string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1])
	}
	return unknown
}
