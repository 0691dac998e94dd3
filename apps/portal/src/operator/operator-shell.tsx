import { Link, Outlet } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from '../accounts/session.ts'
import { AccountMenu } from '../shell/account-menu.tsx'
import { Brand } from '../shell/brand.tsx'
import { PageLoading } from '../shell/page-loading.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { linkTo } from '../ui/place.tsx'
import { RunbookText } from './runbook-text.tsx'

const pages = [
  ['/operator', 'Overview'],
  ['/operator/payouts', 'Payouts'],
  ['/operator/held', 'Held money'],
  ['/operator/disputes', 'Disputes'],
  ['/operator/cards', 'Cards'],
  ['/operator/lightning', 'Lightning'],
  ['/operator/pauses', 'Pauses'],
  ['/operator/tokens', 'Unsupported tokens'],
  ['/operator/wrong-chain', 'Wrong chain'],
  ['/operator/treasury', 'Treasury'],
  ['/operator/rates', 'Rates'],
  ['/operator/businesses', 'Businesses'],
  ['/operator/audit', 'Audit log'],
] as const

/** Around every page of the operator area: it is for accounts with the role, in a session that was opened with a second factor. */
export function OperatorShell() {
  return (
    <div className="stage stage--alone">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <Brand />
        <span className="badge">Operator</span>
        <Link className="btn btn--ghost push" to="/">
          <ArrowLeft className="icon flip" aria-hidden="true" />
          Back to the business
        </Link>
        <Suspense>
          <AccountMenu />
        </Suspense>
      </header>
      <main className="sheet-main" id="main" tabIndex={-1}>
        <Suspense fallback={<PageLoading />}>
          <Entrance />
        </Suspense>
      </main>
    </div>
  )
}

function Entrance() {
  const { merchant, second_factor: hasFactor } = useSession()
  if (!merchant.is_operator)
    return (
      <Empty title="This area is for operators">
        <RunbookText text="An operator grants the role with `npm run operator -- grant`." />
      </Empty>
    )
  if (!hasFactor)
    return (
      <Empty title="A second factor is needed here" actions={<LinkButton to="/account">Account and security</LinkButton>}>
        Add a passkey or an authenticator app, sign out, and sign in again with it.
      </Empty>
    )
  return (
    <div className="operator">
      <nav className="tabs" aria-label="Operator">
        {pages.map(([to, word]) => (
          <Link key={to} {...linkTo({ to })} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
            {word}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
