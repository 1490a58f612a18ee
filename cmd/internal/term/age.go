package term

// ageSteps are the looks of words by how long they have stood, oldest first: what is
// settled is plain ink, what is newer one hue that grows, underlined at last, so that
// it can be told without colour vision.
var ageSteps = []Style{
	{},
	{"\x1b[2;34m", reset},
	{"\x1b[34m", reset},
	{"\x1b[1;34m", reset},
	{"\x1b[1;4;34m", reset},
}

// Age is the look of words whose age is at of last, 0 being the oldest.
func (p Palette) Age(at, last int) Style {
	if !p.Coloured() || at <= 0 || last <= 0 {
		return Style{}
	}
	steps := len(ageSteps) - 1
	return ageSteps[min(steps, 1+at*steps/(last+1))]
}
