import { tell } from './choice.ts'

const SHOWN_MS = 1_600

/** Shows the copy buttons: one copies its own text, or the code that its block shows. */
export function startCopying(): void {
  if (!('clipboard' in navigator)) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] || shownCode(button))
    button.classList.add('is-copied')
    tell('Copied')
    setTimeout(() => button.classList.remove('is-copied'), SHOWN_MS)
  } catch {
    tell('The browser does not allow copying. Select the text and copy it yourself.')
  }
}

/** The text of the block that is not hidden behind a tab. */
function shownCode(button: HTMLButtonElement): string {
  const texts = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])]
  return texts.find((text) => text.checkVisibility())?.textContent ?? ''
}
