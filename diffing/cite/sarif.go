package cite

import (
	"net/url"
	"path/filepath"
	"strings"

	"rulebook/archive"
)

// The report in SARIF 2.1.0 (OASIS), as code hosts show it beside the lines.
// Names and shapes are those of the standard.

// SARIF is a log of one run.
type SARIF struct {
	Version string     `json:"version"`
	Schema  string     `json:"$schema"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

// sarifRule is a verdict. The standard asks for its id alone, code hosts for all.
type sarifRule struct {
	ID               string       `json:"id"`
	ShortDescription sarifMessage `json:"shortDescription"`
	FullDescription  sarifMessage `json:"fullDescription"`
	Help             sarifMessage `json:"help"`
	Default          sarifDefault `json:"defaultConfiguration"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Fixes     []sarifFix      `json:"fixes,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifMessage `json:"insertedContent"`
}

// sarifRules are the verdicts that are worth a reader's look.
var sarifRules = []struct {
	verdict           Verdict
	level, text, help string
}{
	{Reworded, "note", "A cited rule is worded otherwise now", "Read the rule as it is now, and see whether what cites it still holds."},
	{Moved, "warning", "A cited rule bears another number now", "Write the new number; rulebook cite check --fix does, where it is sure."},
	{Another, "error", "A cited number means another rule now", "The rule that was meant is gone. Find what took its place, or take the citation out."},
	{Gone, "error", "A cited rule is gone", "Find what took its place, or take the citation out."},
	{Never, "error", "There never was a rule of the cited number", "Look the number up in the release that was meant."},
}

// NewSARIF puts checked files into a log. Citations that are right are left out.
func NewSARIF(version string, old, new archive.Release, files []File) SARIF {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "rulebook", Version: version}
	index := make(map[Verdict]int)
	for i, r := range sarifRules {
		index[r.verdict] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			string(r.verdict), sarifMessage{r.text}, sarifMessage{r.text + "."}, sarifMessage{r.help}, sarifDefault{r.level}})
	}
	asOf := " (written against " + old.Label() + ", held against " + new.Label() + ")"
	for _, file := range files {
		artifact := sarifArtifact{uriOf(file.Path)}
		for i := range file.Findings {
			f := &file.Findings[i]
			at, reported := index[f.Verdict]
			if !reported {
				continue
			}
			result := sarifResult{
				RuleID: string(f.Verdict), RuleIndex: at, Level: sarifRules[at].level, Message: sarifMessage{f.Message() + asOf},
				Locations: []sarifLocation{{sarifPhysical{artifact, f.region()}}},
			}
			if f.IsMended() {
				result.Fixes = []sarifFix{file.sarifFix(f, artifact)}
			}
			run.Results = append(run.Results, result)
		}
	}
	return SARIF{"2.1.0", "https://json.schemastore.org/sarif-2.1.0.json", []sarifRun{run}}
}

func (f *Finding) region() sarifRegion { return sarifRegion{f.Line, f.Column, f.EndColumn} }

// sarifFix is what mends a finding: its own number, or both ends of its range, since
// one end alone would mean another range.
func (c *Checked) sarifFix(f *Finding, artifact sarifArtifact) sarifFix {
	var writes []string
	change := sarifChange{Artifact: artifact}
	for i := f.group; i < len(c.Findings) && c.Findings[i].group == f.group; i++ {
		if part := &c.Findings[i]; part.Fix != "" {
			writes = append(writes, part.Fix)
			change.Replacements = append(change.Replacements, sarifReplacement{part.region(), sarifMessage{part.Fix}})
		}
	}
	return sarifFix{sarifMessage{"write " + strings.Join(writes, " and ")}, []sarifChange{change}}
}

// uriOf is a path as a URI reference.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
