import { useState } from 'react'

type Theme = 'light' | 'dark'

const KEY = 'theme'

/** Pins the theme that this browser chose; without one the system decides. */
export function applyTheme(): void {
  const pinned = localStorage.getItem(KEY)
  if (pinned === 'light' || pinned === 'dark') document.documentElement.dataset['theme'] = pinned
}

const current = (): Theme => {
  const pinned = document.documentElement.dataset['theme']
  if (pinned === 'light' || pinned === 'dark') return pinned
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The theme that is shown, and the way to the other one. */
export function useTheme(): { readonly theme: Theme; readonly turn: () => void } {
  const [theme, setTheme] = useState(current)
  const turn = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark'
    localStorage.setItem(KEY, next)
    applyTheme()
    setTheme(next)
  }
  return { theme, turn }
}
