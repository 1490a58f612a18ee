package archive

import (
	"fmt"
	"time"
)

// Date is a civil day without zone or clock, the key of a release.
// The zero Date is no day and prints as the empty string.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads YYYY-MM-DD. It returns an error for anything else, days that
// no calendar has (2023-02-30) included.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date; write it as 2020-04-17", s)
	}
	return dateOf(t), nil
}

// ParseLongDate reads the form the publisher prints, "April 17, 2020".
func ParseLongDate(s string) (Date, error) {
	t, err := time.Parse("January 2, 2006", s)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date such as April 17, 2020", s)
	}
	return dateOf(t), nil
}

func dateOf(t time.Time) Date {
	return Date{Year: t.Year(), Month: t.Month(), Day: t.Day()}
}

// IsZero reports whether d is no day.
func (d Date) IsZero() bool { return d == Date{} }

// String is YYYY-MM-DD, or empty for the zero Date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

// Long is the publisher's form, "April 17, 2020", which ParseLongDate reads.
func (d Date) Long() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%s %d, %04d", d.Month, d.Day, d.Year)
}

// Compare orders days in time: negative when d is before e.
func (d Date) Compare(e Date) int {
	if d.Year != e.Year {
		return d.Year - e.Year
	}
	if d.Month != e.Month {
		return int(d.Month) - int(e.Month)
	}
	return d.Day - e.Day
}

// Before reports whether d lies before e.
func (d Date) Before(e Date) bool { return d.Compare(e) < 0 }

// MarshalText writes YYYY-MM-DD.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD; empty text is the zero Date.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	v, err := ParseDate(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}
