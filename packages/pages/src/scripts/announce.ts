const PAUSE_MS = 50

/** Tells screen readers one sentence through the page's polite live region; the same sentence twice is heard twice. */
export function announce(text: string): void {
  const live = document.getElementById('live')
  if (!live || text === '') return
  live.textContent = ''
  setTimeout(() => (live.textContent = text), PAUSE_MS)
}
