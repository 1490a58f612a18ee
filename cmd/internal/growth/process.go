//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// How often a command runs, of which the cheapest counts.
const (
	once  = 1
	often = 5
)

// runs notes what the processor had to do for commands, in all, and the most memory
// that one of them had.
func (s *subject) runs(name string, times int, commands ...[]string) func() error {
	return func() error {
		c := cost{name: name, unit: seconds}
		for _, args := range commands {
			best := 0.0
			for i := range times {
				state, _, err := s.run(args)
				if err != nil {
					return err
				}
				if took := (state.UserTime() + state.SystemTime()).Seconds(); i == 0 || took < best {
					best = took
				}
				c.peak = max(c.peak, peakOf(state))
			}
			c.amount += best
		}
		s.note(c)
		return nil
	}
}

// prints notes how much a command prints.
func (s *subject) prints(name string, args []string) func() error {
	return func() error {
		_, printed, err := s.run(args)
		s.note(cost{name: name, amount: float64(len(printed)), unit: bytes})
		return err
	}
}

func (s *subject) run(args []string) (*os.ProcessState, string, error) {
	cmd := exec.Command(s.program, append(args, "--archive", s.archive)...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, "", fmt.Errorf("rulebook %s: %w\n%s", strings.Join(args, " "), err, errs.String())
	}
	return cmd.ProcessState, out.String(), nil
}

// peakOf is the most memory that an ended process had, in bytes.
func peakOf(state *os.ProcessState) float64 {
	const unit = 1024 // Linux counts in KiB
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return float64(usage.Maxrss) * unit
	}
	return 0
}
