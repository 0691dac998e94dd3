import { keep, kept } from './choice.ts'

// Runs before the page is drawn, so that a chosen theme does not flash.
const root = document.documentElement
const chosen = kept('docs-theme')
if (chosen === 'light' || chosen === 'dark') root.dataset['theme'] = chosen

/** Makes the button change the theme, and keeps the choice. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme')
  if (!button) return
  const isDark = (): boolean =>
    (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  const name = (): void => button.setAttribute('aria-label', isDark() ? 'Use the light theme' : 'Use the dark theme')
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    root.dataset['theme'] = theme
    keep('docs-theme', theme)
    name()
  })
  name()
  button.hidden = false
}
