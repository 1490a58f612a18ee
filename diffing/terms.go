package diffing

func (b *book) shifts(works []work) []Shift { return nil }
