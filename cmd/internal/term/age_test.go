package term

import "testing"

func TestAge(t *testing.T) {
	last := Style{}
	changes := 0
	for at := range 71 {
		style := colours.Age(at, 70)
		if style != last {
			changes++
		}
		last = style
	}
	if changes != len(ageSteps)-1 || last != ageSteps[len(ageSteps)-1] {
		t.Errorf("%d looks over 71 releases, the newest %q", changes, last.On)
	}
	if (Palette{}).Age(70, 70) != (Style{}) || colours.Age(0, 0) != (Style{}) {
		t.Error("a page without colour, and words of one age, have a look of age")
	}
}
