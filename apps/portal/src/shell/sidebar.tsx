import { Link } from '@tanstack/react-router'
import { Activity, BadgeCheck, Fingerprint, House, KeyRound, type LucideIcon, Settings, ShieldCheck, Webhook } from 'lucide-react'
import { useSession } from '../accounts/session.ts'
import { rooms } from '../rooms.ts'
import { linkTo, type Target } from '../ui/place.tsx'
import { Brand } from './brand.tsx'
import { BusinessSwitcher } from './business-switcher.tsx'
import { useMarks } from './use-marks.ts'

interface Place extends Pick<Target, 'to'> {
  readonly word: string
  readonly icon: LucideIcon
  readonly isExact?: boolean
}

const places: readonly Place[] = [{ to: '/b/$business', word: 'Home', icon: House, isExact: true }, ...rooms.map(({ place }) => place)]
const developers: readonly Place[] = [
  { to: '/b/$business/api-keys', word: 'API keys', icon: KeyRound },
  { to: '/b/$business/webhooks', word: 'Webhooks', icon: Webhook },
  { to: '/b/$business/events', word: 'Events', icon: Activity },
  { to: '/oauth', word: 'Sign-in', icon: Fingerprint },
]
const settings: readonly Place[] = [
  { to: '/identity', word: 'Identity', icon: BadgeCheck },
  { to: '/b/$business/settings', word: 'Settings', icon: Settings },
]

const operator: readonly Place[] = [{ to: '/operator', word: 'Operator', icon: ShieldCheck }]

/** Where one can go; on phones it is a drawer. */
export function Sidebar({ isOpen, onNavigate }: { readonly isOpen: boolean; readonly onNavigate: () => void }) {
  const { merchant } = useSession()
  return (
    <div className={isOpen ? 'side is-open' : 'side'}>
      <div className="side__brand">
        <Brand />
      </div>
      <BusinessSwitcher />
      <nav className="nav" aria-label="Main" onClick={onNavigate}>
        <Places places={places} />
        <div>
          <h2>Developers</h2>
          <Places places={developers} />
        </div>
        <Places places={merchant.is_operator ? [...settings, ...operator] : settings} />
      </nav>
    </div>
  )
}

function Places({ places: shown }: { readonly places: readonly Place[] }) {
  const marks = useMarks()
  return (
    <ul>
      {shown.map(({ to, word, icon: Icon, isExact }) => (
        <li key={word}>
          <Link
            {...linkTo({ to })}
            aria-description={marks[to]?.told}
            activeOptions={{ exact: isExact ?? false, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon className="icon" aria-hidden="true" />
            {word}
            {marks[to] && (
              <span className="count" title={marks[to].told} aria-hidden="true">
                {marks[to].mark}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
