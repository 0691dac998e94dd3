const ONE_COMMA = /^[^.,]*,[^.,]*$/

/**
 * A number as it was typed, with its decimal comma as a point. A text with a comma and a point, or with several commas, says nothing certain
 * about its decimals: it stays as it is, and is refused where it is read.
 */
export const withPoint = (typed: string): string => (ONE_COMMA.test(typed) ? typed.replace(',', '.') : typed)

/** Of a field of a form that takes decimals. */
export const decimal = { setValueAs: (value: unknown) => (typeof value === 'string' ? withPoint(value) : value) } as const
