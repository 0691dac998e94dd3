import { markedParts, type ResultGroup, type SearchEntry } from './rank.ts'

/** The results of a search as a list box, grouped by kind. Their ids count down the screen. */
export function resultElements(groups: readonly ResultGroup[], query: string): HTMLElement[] {
  if (groups.length === 0) return [nothing(query)]
  const made = groups.map(({ kind, entries }) =>
    groupElement(
      kind,
      entries.map((entry) => resultElement(entry, query)),
    ),
  )
  const links = made.flatMap((group) => [...group.querySelectorAll('a')])
  links.forEach((link, at) => void (link.id = `hit-${at}`))
  return made
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

function resultElement({ title, page, href, about }: SearchEntry, query: string): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.tabIndex = -1
  link.setAttribute('role', 'option')
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
