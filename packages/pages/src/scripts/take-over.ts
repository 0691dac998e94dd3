/** Takes over everything that differs in a newer version of this page. Parts that are the same stay the very elements they are. */
export function takeOver(next: Document): void {
  const main = document.getElementById('main')
  const nextMain = next.getElementById('main')
  if (!main || !nextMain) return
  const focused = document.activeElement
  for (const container of main.querySelectorAll('[data-parts]')) {
    const fresh = next.getElementById(container.id)
    if (fresh) replaceParts(container, fresh)
  }
  Object.assign(main.dataset, nextMain.dataset)
  document.title = next.title
  if (focused instanceof HTMLElement && !focused.isConnected) findSuccessor(focused)?.focus({ preventScroll: true })
}

/** The element that stands for one that is gone: the one of its name, else the headline of the new state. */
const findSuccessor = ({ id }: HTMLElement): HTMLElement | undefined =>
  [id, 'headline', 'amount', 'h-state'].map((name) => document.getElementById(name)).find((element) => element !== null)

/** Both versions have their parts in the same order, so kept ones need not be moved: moving would take the focus from them. */
function replaceParts(container: Element, fresh: Element): void {
  const chosen = choicesIn(container)
  const kept = new Map([...container.children].map((part) => [nameOf(part), part]))
  let last: Element | undefined
  for (const part of fresh.children) {
    const old = kept.get(nameOf(part))
    kept.delete(nameOf(part))
    if (old && isSame(old, part)) {
      last = old
      continue
    }
    const shown = document.importNode(part, true)
    if (old) old.replaceWith(shown)
    else if (last) last.after(shown)
    else container.prepend(shown)
    last = shown
  }
  for (const gone of kept.values()) gone.remove()
  restore(chosen)
}

const nameOf = (part: Element): string | null => part.getAttribute('data-part')

/** Equal but for what the shopper has opened or copied. */
function isSame(old: Element, part: Element): boolean {
  const plain = document.importNode(old, true)
  for (const opened of plain.querySelectorAll('details[open]')) opened.removeAttribute('open')
  for (const copied of plain.querySelectorAll('.is-copied')) copied.classList.remove('is-copied')
  return plain.isEqualNode(part)
}

/** Ids of what the shopper has opened and chosen. */
const choicesIn = (container: Element): string[] =>
  [...container.querySelectorAll('details[open], input:checked')].map(({ id }) => id).filter((id) => id !== '')

function restore(ids: readonly string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id)
    if (element instanceof HTMLDetailsElement) element.open = true
    if (element instanceof HTMLInputElement) element.checked = true
  }
}
