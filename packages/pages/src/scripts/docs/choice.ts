/** Keeps a choice of the reader; a browser that keeps nothing forgets it. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Private windows may refuse; the choice then holds for this page.
  }
}

/** A choice that was kept. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Says something to a reader who hears the page. */
export function tell(text: string): void {
  const region = document.querySelector('#told')
  if (region) region.textContent = text
}
