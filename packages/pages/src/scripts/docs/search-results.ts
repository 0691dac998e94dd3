import { entryKinds, markedParts, type SearchEntry } from './rank.ts'

/** The results of a search as a list box, grouped by kind; the chosen one is marked. */
export function resultElements(entries: readonly SearchEntry[], query: string, chosen: number): HTMLElement[] {
  if (entries.length === 0) return [nothing(query)]
  const groups = entryKinds.flatMap((kind) => {
    const own = entries.filter((entry) => entry.kind === kind)
    return own.length > 0
      ? [
          groupElement(
            kind,
            own.map((entry) => resultElement(entry, query, entries.indexOf(entry) === chosen)),
          ),
        ]
      : []
  })
  // The order on the screen is that of the groups: ids follow it, so that the arrow keys move down.
  groups.flatMap((group) => [...group.querySelectorAll('a')]).forEach((link, at) => (link.id = `hit-${at}`))
  return groups
}

function groupElement(kind: string, results: readonly HTMLElement[]): HTMLElement {
  const group = element('div')
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', kind)
  const title = element('p', 'found__group', kind)
  title.setAttribute('aria-hidden', 'true')
  group.append(title, ...results)
  return group
}

function resultElement({ title, page, href, about }: SearchEntry, query: string, isChosen: boolean): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.tabIndex = -1
  link.setAttribute('role', 'option')
  link.setAttribute('aria-selected', String(isChosen))
  link.append(marked('b', title, query), element('small', undefined, page), marked('span', about, query))
  return link
}

function nothing(query: string): HTMLElement {
  const none = element('div', 'found__none')
  none.append(
    element('b', undefined, `Nothing for “${query}”`),
    element('p', 'hint', 'Try an error code, an event name or a path such as /api/payments.'),
  )
  return none
}

/** A text with the words of the query marked. */
function marked(name: string, text: string, query: string): HTMLElement {
  const whole = element(name)
  markedParts(text, query).forEach((part, at) => whole.append(at % 2 === 1 ? element('mark', undefined, part) : part))
  return whole
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
