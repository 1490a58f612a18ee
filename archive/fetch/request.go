package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

// newClient is a client with the limits of this package.
func newClient(given *http.Client) *http.Client {
	client := new(http.Client)
	if given != nil {
		*client = *given
	}
	client.Timeout = wholeRequest
	client.CheckRedirect = checkRedirect
	return client
}

func checkRedirect(next *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return &setback{reason: fmt.Sprintf("its address leads on more than %d times; open it in a browser to see where it ends", maxRedirects)}
	case !isWeb(next.URL.Scheme), via[0].URL.Scheme == "https" && next.URL.Scheme != "https":
		return &setback{reason: fmt.Sprintf("its address leads on to %s, which is not safe; give another address", next.URL.Redacted())}
	}
	return nil
}

// errStalled ends a request on which nothing arrives.
var errStalled = fmt.Errorf("nothing arrived for %s", stallAfter)

// request asks for the bytes that are not there yet and adds them to the partial
// file. It returns nil when the server has sent all that it meant to.
func (t *transfer) request(ctx context.Context) error {
	if err := t.hosts.turn(ctx, t.host); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stall := time.AfterFunc(stallAfter, func() { cancel(errStalled) })
	defer stall.Stop()

	req, err := t.newRequest(ctx)
	if err != nil {
		return err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return t.lineSetback(ctx, err, true)
	}
	defer resp.Body.Close()
	t.hosts.reached(t.host)

	keep, whole, err := t.accept(resp)
	if err != nil || whole {
		return err
	}
	note := t.part.note // an answer to If-Range need not repeat what it agrees with
	if keep == 0 {
		note = noteOf(t.address, resp.Header)
	}
	file, err := t.part.begin(note, keep)
	if err != nil {
		return err
	}
	err = t.receive(ctx, file, resp, func() { stall.Reset(stallAfter) })
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// newRequest asks for what follows the bytes that are there, if the file is still
// the same one. Where a server names no version of its files, only a hash in the
// catalog can tell whether two pieces belong together.
func (t *transfer) newRequest(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", cmp.Or(t.Agent, "rulebook"))
	req.Header.Set("Accept-Encoding", "identity") // the bytes as published; a range is of them
	version := t.part.note.version()
	if t.part.size > 0 && (version != "" || t.wanted.Source.SHA256 != "") {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", t.part.size))
		if version != "" {
			req.Header.Set("If-Range", version)
		}
	}
	return req, nil
}

// accept says how many of the bytes that are there stay when an answer's body
// comes after them, or whether they are the whole file already.
func (t *transfer) accept(resp *http.Response) (keep int64, whole bool, err error) {
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusPartialContent:
		if from, ok := rangeStart(resp.Header); !ok || from != t.part.size {
			return 0, false, t.beginAnew("the server sent another piece of the file than was asked for")
		}
		keep = t.part.size
	case http.StatusRequestedRangeNotSatisfiable:
		if resp.Header.Get("Content-Range") == fmt.Sprintf("bytes */%d", t.part.size) {
			return 0, true, nil
		}
		return 0, false, t.beginAnew("the server has less of the file than is here")
	default:
		return 0, false, t.statusSetback(resp)
	}
	switch encoding := resp.Header.Get("Content-Encoding"); {
	case isWebPage(resp.Header.Get("Content-Type"), nil):
		return 0, false, &setback{reason: webPage}
	case encoding != "" && encoding != "identity":
		return 0, false, &setback{reason: fmt.Sprintf("the server sends it packed (%s) and not as published; give another address", encoding)}
	case resp.ContentLength > maxBytes:
		return 0, false, tooLarge()
	}
	return keep, false, nil
}

// beginAnew is the setback of bytes that cannot be gone on with.
func (t *transfer) beginAnew(reason string) error {
	if err := t.part.remove(); err != nil {
		return err
	}
	return &setback{again: often, reason: reason}
}

// rangeStart is where a piece begins, by "bytes 200-1000/67589".
func rangeStart(h http.Header) (int64, bool) {
	var from, to int64
	n, _ := fmt.Sscanf(h.Get("Content-Range"), "bytes %d-%d", &from, &to)
	return from, n == 2
}

// statusSetback is an answer that brings no file, in words. A server that says
// when to come back is left alone until then.
func (t *transfer) statusSetback(resp *http.Response) error {
	status := strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode)
	switch code := resp.StatusCode; {
	case code == http.StatusNotFound, code == http.StatusGone:
		next := "a mirror or a folder may have it, see --from"
		if isByURL(t.wanted) {
			next = "check the address"
		}
		return &setback{outcome: Missing, reason: fmt.Sprintf("the server has no such file (%s); %s", status, next)}
	case code == http.StatusRequestTimeout, code == http.StatusTooEarly, code == http.StatusTooManyRequests,
		code >= 500 && code != http.StatusNotImplemented && code != http.StatusHTTPVersionNotSupported:
		wait := retryAfter(resp.Header, time.Now())
		if wait > longestWait {
			return &setback{reason: fmt.Sprintf("the server answered %s and asks to come back in %s; run the same command then", status, wait.Round(time.Minute))}
		}
		t.hosts.postpone(t.host, wait)
		return &setback{again: often, reason: fmt.Sprintf("the server answered %s; run the same command again later", status)}
	}
	return &setback{reason: fmt.Sprintf("the server answered %s; open the address in a browser to see why", status)}
}

// receive appends an answer's body to file, and calls arrived for each piece.
func (t *transfer) receive(ctx context.Context, file *os.File, resp *http.Response, arrived func()) error {
	size := t.wanted.Source.Bytes
	if size == 0 && resp.ContentLength >= 0 {
		size = t.part.size + resp.ContentLength
	}
	piece := make([]byte, 32<<10)
	for {
		n, err := resp.Body.Read(piece)
		if n > 0 {
			arrived()
			if _, err := file.Write(piece[:n]); err != nil {
				return err
			}
			t.part.size += int64(n)
			t.tell(Event{Name: t.wanted.Source.File, Bytes: t.part.size, Size: size})
		}
		switch {
		case t.part.size > maxBytes:
			return tooLarge()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return t.lineSetback(ctx, err, false)
		}
	}
}

// lineSetback is trouble on the way to a server or back, in words. afar says that
// it never answered.
func (t *transfer) lineSetback(ctx context.Context, err error, afar bool) error {
	var s *setback
	if errors.As(err, &s) {
		return s
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // without the address, which the summary names
	}
	reason := err.Error()
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		reason = errStalled.Error()
	case errors.As(err, &timeout) && timeout.Timeout() && !afar:
		reason = fmt.Sprintf("it took longer than %s", wholeRequest)
	case errors.Is(err, io.ErrUnexpectedEOF):
		reason = "it ended before the file did"
	}
	if afar {
		reason = fmt.Sprintf("%s cannot be reached (%s); see that this machine is online, then run the same command again", t.host, reason)
	} else {
		reason = fmt.Sprintf("the connection broke off (%s); run the same command again to go on", reason)
	}
	return &setback{again: often, afar: afar, reason: reason}
}
