import type { SearchEntry } from './rank.ts'
import { searchPanel, type SearchPanel, type SearchParts } from './search-panel.ts'

const INDEX = '/docs/search.json'

/** Shows results below the field of the bar while the reader types. Without the index, Enter sends the form, which the server answers. */
export function startSearch(): void {
  const find = document.querySelector<HTMLElement>('.find')
  const field = find?.querySelector('input')
  const found = find?.querySelector<HTMLElement>('.found')
  if (!find || !field || !found) return
  const parts = { find, field, found }
  nameField(field)
  const panel = searchPanel(parts)
  const refresh = (): void => void refreshPanel(parts, panel)
  field.addEventListener('focus', refresh)
  field.addEventListener('input', refresh)
  field.addEventListener('keydown', (event) => {
    if (followKey(event.key, panel)) event.preventDefault()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !find.contains(target)) panel.close()
  })
  startOpening(parts, panel)
}

let entries: Promise<readonly SearchEntry[]> | undefined

/** Loads the index at the first use; after a failure the next use tries again. */
async function refreshPanel({ field }: SearchParts, panel: SearchPanel): Promise<void> {
  try {
    entries ??= fetch(INDEX).then((answer) => answer.json())
    const known = await entries
    if (field.value.trim() === '') panel.close()
    else panel.show(known)
  } catch {
    entries = undefined
  }
}

/** Moves, opens or closes; false for a key that is the field's own. */
function followKey(key: string, panel: SearchPanel): boolean {
  const link = panel.chosen()
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step !== undefined) panel.move(step)
  else if (key === 'Escape') panel.close()
  else if (key === 'Enter' && link) link.click()
  else return false
  return true
}

function nameField(field: HTMLInputElement): void {
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', 'found')
  field.setAttribute('aria-expanded', 'false')
}

/** `/` and Control K lead to the field, and on a phone the button with the glass. */
function startOpening({ find, field }: SearchParts, panel: SearchPanel): void {
  const open = (event: Event): void => {
    event.preventDefault()
    find.classList.add('is-open')
    field.focus()
  }
  for (const part of find.querySelectorAll<HTMLElement>('.kbd, .find__close')) part.hidden = false
  find.querySelector('.find__close')?.addEventListener('click', () => panel.close())
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
