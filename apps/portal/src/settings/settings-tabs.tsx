import { Link } from '@tanstack/react-router'
import { linkTo } from '../ui/place.tsx'

const pages = [
  ['/b/$business/settings', 'Business'],
  ['/b/$business/settings/wallets', 'Wallets'],
  ['/b/$business/settings/tax-profile', 'Tax profile'],
  ['/b/$business/settings/audit', 'Audit log'],
] as const

/** The pages of the settings. */
export function SettingsTabs() {
  return (
    <nav className="tabs" aria-label="Settings">
      {pages.map(([to, word]) => (
        <Link key={to} {...linkTo({ to })} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          {word}
        </Link>
      ))}
    </nav>
  )
}
