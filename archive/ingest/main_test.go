package ingest_test

import (
	"os"
	"testing"

	"rulebook/archive/archivetest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	archivetest.RemovePublished()
	os.Exit(code)
}
