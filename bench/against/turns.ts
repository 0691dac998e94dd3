/** One of the two builds that are compared. */
export type Side = 'other' | 'own'

/** Rounds of a comparison; each runs both builds once. */
export const ROUNDS = 3

/** The order in which the builds run. The other build begins, and from then on whichever was second goes first. */
export const turnsOf = (rounds: number): Side[] =>
  Array.from({ length: rounds }, (_, round): readonly Side[] => (round % 2 === 0 ? ['other', 'own'] : ['own', 'other'])).flat()
