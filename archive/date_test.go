package archive

import (
	"encoding/json"
	"testing"
)

func TestDates(t *testing.T) {
	d, err := ParseDate("2020-04-17")
	if err != nil {
		t.Fatal(err)
	}
	if d.String() != "2020-04-17" || d.Long() != "April 17, 2020" || d.IsZero() {
		t.Errorf("%s, %s", d, d.Long())
	}
	if long, err := ParseLongDate("April 17, 2020"); err != nil || long != d {
		t.Errorf("%v, %v", long, err)
	}
	for _, d := range []Date{{2020, 4, 17}, {804, 12, 1}, {0, 5, 31}} {
		if long, err := ParseLongDate(d.Long()); err != nil || long != d {
			t.Errorf("%s is written %s and read as %v, %v", d, d.Long(), long, err)
		}
	}
	for _, bad := range []string{"", "2020-4-17", "2023-02-30", "20200417", "2020-04-17T00:00:00Z", "0000-00-00"} {
		if d, err := ParseDate(bad); err == nil {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
	for _, bad := range []string{"", "April 31, 2020", "Aprilis 17, 2020", "17 April 2020"} {
		if d, err := ParseLongDate(bad); err == nil {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
}

func TestDatesInOrder(t *testing.T) {
	inOrder := []Date{{}, {2019, 12, 31}, {2020, 1, 1}, {2020, 1, 2}, {2020, 2, 1}, {2021, 1, 1}}
	for i, d := range inOrder {
		for j, e := range inOrder {
			if got := d.Compare(e); (got < 0) != (i < j) || (got == 0) != (i == j) || d.Before(e) != (i < j) {
				t.Errorf("%s to %s is %d", d, e, got)
			}
		}
	}
}

// A date in JSON is its day whatever the zone, and no date is the empty string,
// never the year 1.
func TestDateInJSON(t *testing.T) {
	type release struct{ Effective, Gone Date }
	b, err := json.Marshal(release{Effective: Date{2020, 4, 17}})
	if err != nil || string(b) != `{"Effective":"2020-04-17","Gone":""}` {
		t.Fatalf("%s, %v", b, err)
	}
	var back release
	if err := json.Unmarshal(b, &back); err != nil || back.Effective != (Date{2020, 4, 17}) || !back.Gone.IsZero() {
		t.Errorf("%+v, %v", back, err)
	}
}
