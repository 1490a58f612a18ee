package search

// SyntaxError says why a query has no meaning, in one plain sentence that says
// what to write instead. Commands end with exit code 2 on it, pages show it.
type SyntaxError struct {
	Reason string
}

func (e *SyntaxError) Error() string { return e.Reason }
