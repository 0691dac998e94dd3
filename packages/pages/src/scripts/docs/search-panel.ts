import { tell } from './choice.ts'
import { findEntries, groupResults, type SearchEntry } from './rank.ts'
import { resultElements } from './search-results.ts'

/** The parts of the search in the bar. */
export interface SearchParts {
  readonly find: HTMLElement
  readonly field: HTMLInputElement
  readonly found: HTMLElement
}

/** The list of results below the field. */
export interface SearchPanel {
  /** Shows the results of what the field says, the first one chosen. */
  show(entries: readonly SearchEntry[]): void
  close(): void
  /** Chooses another result, up or down. */
  move(step: number): void
  /** The chosen result; undefined while none is shown. */
  chosen(): HTMLAnchorElement | undefined
}

const MOST = 8

/** Opens the panel of a field, closed. */
export function searchPanel({ find, field, found }: SearchParts): SearchPanel {
  let place = 0
  const links = (): HTMLAnchorElement[] => (found.hidden ? [] : [...found.querySelectorAll('a')])
  const close = (): void => {
    found.hidden = true
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
    find.classList.remove('is-open')
  }
  const mark = (): void => {
    links().forEach((link, at) => link.setAttribute('aria-selected', String(at === place)))
    if (links().length > 0) field.setAttribute('aria-activedescendant', `hit-${place}`)
    else field.removeAttribute('aria-activedescendant')
  }
  return {
    show(entries) {
      const query = field.value.trim()
      const hits = findEntries(entries, query, MOST)
      found.replaceChildren(...resultElements(groupResults(hits), query))
      found.hidden = false
      field.setAttribute('aria-expanded', 'true')
      place = 0
      mark()
      tell(hits.length === 1 ? '1 result' : `${hits.length} results`)
    },
    close,
    move(step) {
      place = (place + step + links().length) % Math.max(1, links().length)
      mark()
      links()[place]?.scrollIntoView({ block: 'nearest' })
    },
    chosen: () => links()[place],
  }
}
