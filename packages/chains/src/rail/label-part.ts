/** A longer name makes a code of a screen hard to read for a camera. */
const MOST_CHARACTERS = 40

/** The member of a wallet link that names the payee, cut between characters; empty without a name. */
export function labelPart(label: string | undefined): string {
  if (label === undefined || label === '') return ''
  const characters = Array.from(new Intl.Segmenter().segment(label), ({ segment }) => segment)
  return `&label=${encodeURIComponent(characters.slice(0, MOST_CHARACTERS).join(''))}`
}
