package trend_test

import (
	"testing"

	"rulebook/archive/archivetest"
)

func TestMain(m *testing.M) { archivetest.Main(m) }
