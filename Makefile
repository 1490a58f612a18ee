# Each verb is what CI runs.
VERSION     := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS     := -X main.version=$(VERSION)
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
BIN         := build/rulebook
SAMPLE      := build/sample.db
ADDR        ?= 127.0.0.1:8080
FUZZTIME    ?= 10m

export CGO_ENABLED = 1

.PHONY: build run test race lint bench growth fuzz golden truth relevance laws faults replication dist clean need-go need-cc

build: need-go need-cc
	go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/rulebook

# Serves the bundled sample; its archive is made on the first run.
run: build
	@test -f $(SAMPLE) || $(BIN) sample --archive $(SAMPLE)
	$(BIN) serve --archive $(SAMPLE) --addr $(ADDR)

test: need-go need-cc
	go test ./...

# What runs beside something else: the store, imports, fetches, the index, the server.
race: need-go need-cc
	go test -race -short ./archive/fetch ./archive/ingest ./archive/sqlite ./search/annotate ./search/index
	go test -race -short -run 'Import|Serve|Shelf|Summaries|NotModified|Health' ./web
	go test -race -short -run 'Compare' ./diffing

lint: need-go
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go run $(STATICCHECK) ./...
	go mod tidy -diff

# All benchmarks, and a table of those beside other programs; for a quiet machine (needs
# the corpus).
bench: need-go need-cc
	@mkdir -p build
	go test -tags sqlite_fts5 -run '^$$' -bench . -benchtime 1x -timeout 30m ./... | go run ./cmd/internal/ratios -o build/bench.md

# How the costs grow from 10 to 71 to 710 releases (needs the corpus).
growth: need-go need-cc
	@mkdir -p build
	go run ./cmd/internal/growth -o build/growth.md

# Each fuzz target, as many side by side as the machine has cores; FUZZTIME=30s for a
# short round.
fuzz: need-go need-cc
	FUZZTIME=$(FUZZTIME) .ci/fuzz

# Writes the golden files anew; read the difference before you commit it.
golden: need-go need-cc
	go test $$(grep -rl 'flag.Bool("update"' --include='*_test.go' . | xargs -n1 dirname | sort -u) -update

# How alignment does on the judged pairs of releases (needs the corpus and its answers).
truth: need-go need-cc
	go test -count=1 -run TestTruth -v ./diffing

# How search does on the golden queries (needs the corpus).
relevance: need-go need-cc
	go test -count=1 -run TestRelevance -v ./search/index

# Every law of docs/laws.md, over all published releases where they are.
laws: need-go need-cc
	go run ./cmd/internal/laws

# Commands killed, disks full, files damaged: FAULTS times each, over the published
# releases where they are.
FAULTS ?= 50
faults: need-go need-cc
	RULEBOOK_FAULTS=$(FAULTS) go test -count=1 -run TestDamagedBytes ./archive/sqlite
	go test -count=1 -v -timeout 3h -run '^(TestKilled|TestFullDisk|TestReadOnlyDisk|TestDamagedArchive|TestForeignIndex|TestClockSetBack|TestServeWhileWriting|TestLockedArchive)$$' \
		./cmd/rulebook -faults $(FAULTS) -published

# The round trip through Litestream, which is built first; see docs/operating.md.
LITESTREAM := github.com/benbjohnson/litestream/cmd/litestream@v0.5.18
replication: need-go need-cc
	GOBIN=$(CURDIR)/build/bin go install $(LITESTREAM)
	PATH=$(CURDIR)/build/bin:$$PATH go test -count=1 -v -run TestReplication ./cmd/rulebook

# What is handed out, into build/dist: binaries, manual pages, completions, a Debian
# package, checksums. The same commit gives the same bytes.
dist: need-go need-cc
	.ci/dist/build

clean:
	rm -rf build

need-go:
	@command -v go >/dev/null || { echo "Go is missing: install it from https://go.dev/dl or your system's packages, then run make again."; exit 1; }

need-cc:
	@command -v $${CC:-cc} >/dev/null || command -v gcc >/dev/null || { echo "A C compiler is missing (SQLite is built with it): install gcc or clang, e.g. apt-get install gcc, then run make again."; exit 1; }
