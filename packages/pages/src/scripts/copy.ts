import { announce } from './announce.ts'

const SHOWN_MS = 2_000

/** Copies the exact text of every button that has one (`data-copy`), and says so once. */
export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
    if (button) void copyFrom(button)
  })
}

async function copyFrom(button: HTMLElement): Promise<void> {
  if (!(await hasCopied(button.dataset['copy'] ?? ''))) return
  announce(button.dataset['done'] ?? '')
  button.classList.add('is-copied')
  setTimeout(() => button.classList.remove('is-copied'), SHOWN_MS)
}

/** Pages without TLS have no clipboard object; there the older way through a selection works. */
async function hasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return hasCopiedSelection(text)
  }
}

function hasCopiedSelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
