import { Menu as MenuIcon, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Finder } from './finder.tsx'

/** Above every page: the navigation on phones, the search, the documentation, the account. */
export function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const [isFinding, setFinding] = useState(false)
  return (
    <header className="top">
      <Button look="ghost" isIcon className="top__menu" aria-label="Open navigation" onClick={onMenu}>
        <MenuIcon className="icon" aria-hidden="true" />
      </Button>
      <button type="button" className="finder" aria-label="Search payments" onClick={() => setFinding(true)}>
        <Search className="icon" aria-hidden="true" />
        <span>Search payments</span>
      </button>
      <a className="btn btn--ghost wide push" href="/docs">
        Docs
      </a>
      <Suspense>
        <AccountMenu />
      </Suspense>
      {isFinding && <Finder onClose={() => setFinding(false)} />}
    </header>
  )
}
