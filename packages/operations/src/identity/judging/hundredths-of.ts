const HUNDREDTHS = 100

/** A base weight as it is stored, exactly: no published one is finer. */
export const hundredthsOf = (base: number): number => Math.round(base * HUNDREDTHS)
