package fetch

import "time"

const (
	// parallel is how many files are under way at a time. Three keep a line busy
	// while one of them waits for an answer, and are no more than a browser opens.
	parallel = 3
	// hostPause lies between the beginnings of two requests to one host, so that
	// all the releases there are (some seventy) reach a server as a trickle.
	hostPause = 500 * time.Millisecond
	// stallAfter is how long nothing may arrive before a request is given up and
	// begun again. Slow lines deliver something within it; dead ones never do.
	stallAfter = 30 * time.Second
	// wholeRequest bounds one request that does deliver, a byte now and then. A
	// modem needs four minutes for the largest file.
	wholeRequest = 10 * time.Minute
	// maxRedirects is enough for http to https, a new host and a new path.
	maxRedirects = 5
	// maxBytes bounds one file: the importer refuses more (the largest release
	// published so far has 1.7 MB).
	maxBytes = 16 << 20

	// maxTries is how often in a row a file is tried without getting further.
	maxTries = 5
	// further is how many more bytes count as getting further. With maxBytes it
	// bounds the tries for a server that breaks off again and again.
	further = 64 << 10
	// firstPause before the second try, doubled before every one after it.
	firstPause = time.Second
	// longestPause is where doubling ends.
	longestPause = 30 * time.Second
	// longestWait is the longest pause that a server may ask for with Retry-After;
	// beyond it a person would rather come back than look on.
	longestWait = 2 * time.Minute
)
