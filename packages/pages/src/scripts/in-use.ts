import { announce } from './announce.ts'

const TYPED = 'textarea, input:not([type="hidden"], [type="radio"])'

/** True where a newer version has no place for its parts, or would erase typed text. */
export function isInUse(): boolean {
  const main = document.getElementById('main')
  if (!main?.querySelector('[data-parts]')) return true
  return [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(({ value }) => value !== '')
}

/** Hides the sentence again, so that a later change is told too. */
export const untellOfChange = (): void => document.getElementById('changed')?.setAttribute('hidden', '')

/** Shows the sentence that this page is out of date, once. */
export function tellOfChange(): void {
  const notice = document.getElementById('changed')
  if (!notice?.hidden) return
  notice.hidden = false
  announce(notice.querySelector('strong')?.textContent ?? '')
}
