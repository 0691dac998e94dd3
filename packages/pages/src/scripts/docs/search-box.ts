import { tell } from './choice.ts'
import { entryKinds, findEntries, type SearchEntry } from './rank.ts'
import { resultElements } from './search-results.ts'

const MOST = 8
const INDEX = '/docs/search.json'

/** Shows results below the field of the bar while the reader types. Without the index, Enter sends the form, which the server answers. */
export function startSearch(): void {
  const find = document.querySelector<HTMLElement>('.find')
  const field = find?.querySelector('input')
  const found = find?.querySelector<HTMLElement>('.found')
  if (!find || !field || !found) return
  nameField(field)
  let entries: readonly SearchEntry[] = []
  let isAsked = false
  let chosen = 0

  const links = (): HTMLAnchorElement[] => [...found.querySelectorAll('a')]
  const close = (): void => {
    found.hidden = true
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
    find.classList.remove('is-open')
  }
  const show = (): void => {
    const query = field.value.trim()
    if (query === '' || entries.length === 0) return query === '' ? close() : undefined
    const hits = grouped(findEntries(entries, query, MOST))
    found.replaceChildren(...resultElements(hits, query, chosen))
    found.hidden = false
    field.setAttribute('aria-expanded', 'true')
    if (hits.length > 0) field.setAttribute('aria-activedescendant', `hit-${chosen}`)
    else field.removeAttribute('aria-activedescendant')
    tell(`${hits.length} results`)
  }
  const load = async (): Promise<void> => {
    if (isAsked) return show()
    isAsked = true
    entries = await fetch(INDEX).then((answer) => answer.json())
    show()
  }
  const move = (step: number): void => {
    const all = links()
    if (all.length === 0) return
    chosen = (chosen + step + all.length) % all.length
    show()
    links()[chosen]?.scrollIntoView({ block: 'nearest' })
  }

  field.addEventListener('focus', () => void load().catch(() => (isAsked = false)))
  field.addEventListener('input', () => {
    chosen = 0
    void load().catch(() => (isAsked = false))
  })
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const link = links()[chosen]
    if (step !== undefined) move(step)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && !found.hidden && link) link.click()
    else return
    event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !find.contains(target)) close()
  })
  startOpening(find, field, close)
}

/** In the order of the groups, which is the order on the screen. */
const grouped = (hits: readonly SearchEntry[]): SearchEntry[] => entryKinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind))

function nameField(field: HTMLInputElement): void {
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', 'found')
  field.setAttribute('aria-expanded', 'false')
}

/** `/` and Control K lead to the field, and on a phone the button with the glass. */
function startOpening(find: HTMLElement, field: HTMLInputElement, close: () => void): void {
  const open = (event: Event): void => {
    event.preventDefault()
    find.classList.add('is-open')
    field.focus()
  }
  for (const part of find.querySelectorAll<HTMLElement>('.kbd, .find__close')) part.hidden = false
  find.querySelector('.find__close')?.addEventListener('click', close)
  const opener = document.querySelector<HTMLElement>('.docbar__open')
  opener?.addEventListener('click', (event) => {
    event.stopPropagation()
    open(event)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    const isShortcut = (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))
    if (isShortcut) open(event)
  })
}
