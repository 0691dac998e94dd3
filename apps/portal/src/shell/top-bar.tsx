import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'

const Finder = lazy(async () => ({ default: (await import('./finder.tsx')).Finder }))

/** Above every page: the navigation on phones, the search, the documentation, the account. */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const [isFinding, setFinding] = useState(false)
  useEffect(() => onFinderKeys(() => setFinding(true)), [])
  return (
    <header className="top">
      <Button look="ghost" isIcon className="top__menu" aria-label="Open navigation" onClick={onMenu}>
        <MenuIcon className="icon" aria-hidden="true" />
      </Button>
      <button type="button" className="finder" onClick={() => setFinding(true)}>
        <Search className="icon" aria-hidden="true" />
        <span>Search</span>
        <kbd className="kbd" aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <a className="btn btn--ghost wide push" href="/docs">
        Docs
      </a>
      <Suspense>
        <AccountMenu />
      </Suspense>
      <Suspense>{isFinding && <Finder onClose={() => setFinding(false)} />}</Suspense>
    </header>
  )
}

/** Ctrl K, or Command K. @returns the way to stop listening. */
function onFinderKeys(open: () => void): () => void {
  const listener = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
