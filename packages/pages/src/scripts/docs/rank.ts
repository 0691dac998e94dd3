/** One place that a search of the documentation can lead to. */
export interface SearchEntry {
  readonly kind: 'Guides' | 'Reference' | 'Events' | 'Errors'
  readonly title: string
  /** The page it is on. */
  readonly page: string
  readonly href: string
  readonly about: string
}

/** Results of one kind, in their order. */
export interface ResultGroup {
  readonly kind: SearchEntry['kind']
  readonly entries: readonly SearchEntry[]
}

/** Results by kind; the kind of the best result is first. */
export const groupResults = (found: readonly SearchEntry[]): ResultGroup[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, entries]) => ({ kind, entries }))

/** The words of a query. */
export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** The entries with every word of a query, the best first: a title that is the query, then begins with it, then has a word of it. */
export function findEntries(entries: readonly SearchEntry[], query: string, most: number): SearchEntry[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const text = words.join(' ')
  const found = entries.filter(({ title, page, about }) => {
    const whole = `${title} ${about} ${page}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
  const ranked = found.map((entry, place) => ({ entry, place, rank: rankOf(entry.title.toLowerCase(), words, text) }))
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
    .slice(0, most)
    .map(({ entry }) => entry)
}

function rankOf(title: string, words: readonly string[], text: string): number {
  if (title === text) return 0
  if (title.startsWith(text)) return 1
  if (words.every((word) => title.includes(word))) return 2
  return words.some((word) => title.includes(word)) ? 3 : 4
}

/** A text cut at the words of a query; every second part is one of them. */
export function markedParts(text: string, query: string): string[] {
  const words = wordsOf(query).map((word) => word.replace(/[^\w]/g, '\\$&'))
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'gi'))
}
