const CHARACTERS = 8

/** The beginning of an id, which stands for it where the whole one is a click away. */
export const shortId = (id: string): string => id.slice(0, CHARACTERS)
