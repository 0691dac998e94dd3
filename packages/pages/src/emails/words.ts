/**
 * A piece of a sentence. `own`: written by us. `inserted`: from elsewhere, such as the name of a business, so it can never become markup or a link.
 * `strong`: the same, emphasised. `exact`: the same, compared character by character, such as an address.
 */
export interface Run {
  readonly text: string
  readonly as: 'own' | 'inserted' | 'strong' | 'exact'
}

/** A sentence or several, in order of their pieces. */
export type Words = readonly Run[]

/** Our own words with values in between; a value is inserted text unless it says what else it is. */
export const say = (texts: TemplateStringsArray, ...values: readonly (string | number | Run | Words)[]): Words =>
  texts.flatMap((text, at) => [...(text === '' ? [] : [{ text, as: 'own' as const }]), ...runsOf(values[at])])

/** A value that is ours too, such as the host of this deployment. */
export const own = (text: string): Run => ({ text, as: 'own' })

/** Inserted text with emphasis. */
export const strong = (text: string): Run => ({ text, as: 'strong' })

/** Inserted text that is compared character by character. */
export const exact = (text: string): Run => ({ text, as: 'exact' })

function runsOf(value: string | number | Run | Words | undefined): Words {
  if (value === undefined) return []
  if (typeof value === 'string' || typeof value === 'number') return [{ text: String(value), as: 'inserted' }]
  return 'as' in value ? [value] : value
}
