package flagvalue

// Parse reads a text as a flag does. It returns an error that says what the text must be.
func (c Codec[T]) Parse(text string) (T, error) { return c.parse(text) }
