import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readEntrySearch } from './accounts/entry-search.ts'
import { findSession } from './accounts/session.ts'
import { openAnyBusiness } from './businesses/open-any-business.ts'
import { identityRoutes } from './identity/routes.tsx'
import { oauthRoutes } from './oauth/routes.tsx'
import { rooms } from './rooms.ts'
import { Shell } from './shell/shell.tsx'
import { NotHere } from './shell/not-here.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { withSchemas } from './shell/with-schemas.ts'
import { readListFilters } from './ui/list/list-filters.ts'
import { readOneOf, readText } from './ui/search.ts'

const root = createRootRoute({ notFoundComponent: NotHere, errorComponent: PageFailed })

// ── Without a session ────────────────────────────────────────────────────────────────────────────
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(() => import('./accounts/sign-in.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(() => import('./accounts/sign-up.tsx'), 'SignUpPage'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./accounts/forgot-password.tsx'), 'ForgotPasswordPage'),
})

// ── With a session ───────────────────────────────────────────────────────────────────────────────
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await findSession()
    if (!session) throw redirect({ to: '/sign-in', search: { next: `/dashboard${location.href}` } })
    return { session }
  },
})
/** What every page behind the sign-in is in. */
export type SignedInRoute = typeof signedIn
const index = createRoute({ getParentRoute: () => signedIn, path: '/', beforeLoad: openAnyBusiness })
const newBusiness = createRoute({
  getParentRoute: () => signedIn,
  path: '/new-business',
  component: lazyRouteComponent(() => import('./businesses/new-business.tsx'), 'NewBusinessPage'),
})
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./accounts/account.tsx'), 'AccountPage'),
})
const accountAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/audit',
  component: lazyRouteComponent(() => import('./accounts/account-audit.tsx'), 'AccountAuditPage'),
})

const ofMerchant = [newBusiness, account, accountAudit, ...oauthRoutes(signedIn), ...identityRoutes(signedIn)] as const

// ── Of one business ──────────────────────────────────────────────────────────────────────────────
const business = createRoute({ getParentRoute: () => signedIn, path: '/b/$business', component: Shell })
/** The page of a business, which its pages are in. */
export type BusinessRoute = typeof business
const home = createRoute({
  getParentRoute: () => business,
  path: '/',
  validateSearch: ({ days }): { days?: 7 | 30 | 90 | undefined } => ({ days: readOneOf([7, 30, 90] as const, days) }),
  component: lazyRouteComponent(() => import('./home/home.tsx'), 'HomePage'),
})
const apiKeys = createRoute({
  getParentRoute: () => business,
  path: '/api-keys',
  validateSearch: readListFilters,
  component: lazyRouteComponent(() => import('./developers/api-keys.tsx'), 'ApiKeysPage'),
})
const webhooks = createRoute({
  getParentRoute: () => business,
  path: '/webhooks',
  validateSearch: ({ show, delivery }): { show?: 'failed' | undefined; delivery?: string | undefined } => ({
    show: readOneOf(['failed'] as const, show),
    delivery: readText(delivery),
  }),
  component: lazyRouteComponent(
    withSchemas(() => import('./developers/webhooks.tsx')),
    'WebhooksPage',
  ),
})
const events = createRoute({
  getParentRoute: () => business,
  path: '/events',
  component: lazyRouteComponent(() => import('./developers/events.tsx'), 'EventsPage'),
})
const settings = createRoute({
  getParentRoute: () => business,
  path: '/settings',
  component: lazyRouteComponent(
    withSchemas(() => import('./settings/settings.tsx')),
    'SettingsPage',
  ),
})
const wallets = createRoute({
  getParentRoute: () => business,
  path: '/settings/wallets',
  component: lazyRouteComponent(() => import('./settings/wallets.tsx'), 'WalletsPage'),
})
const taxProfile = createRoute({
  getParentRoute: () => business,
  path: '/settings/tax-profile',
  component: lazyRouteComponent(
    withSchemas(() => import('./settings/tax-profile.tsx')),
    'TaxProfilePage',
  ),
})
const audit = createRoute({
  getParentRoute: () => business,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('./settings/audit.tsx'), 'AuditPage'),
})

// ── For operators ────────────────────────────────────────────────────────────────────────────────
const operator = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator',
  component: lazyRouteComponent(() => import('./operator/operator-shell.tsx'), 'OperatorShell'),
})
const overview = createRoute({
  getParentRoute: () => operator,
  path: '/',
  component: lazyRouteComponent(() => import('./operator/overview.tsx'), 'OverviewPage'),
})
const payouts = createRoute({
  getParentRoute: () => operator,
  path: '/payouts',
  component: lazyRouteComponent(() => import('./operator/waiting.tsx'), 'PayoutsPage'),
})
const held = createRoute({
  getParentRoute: () => operator,
  path: '/held',
  component: lazyRouteComponent(() => import('./operator/waiting.tsx'), 'HeldPage'),
})
const pauses = createRoute({
  getParentRoute: () => operator,
  path: '/pauses',
  component: lazyRouteComponent(() => import('./operator/pauses.tsx'), 'PausesPage'),
})
const tokens = createRoute({
  getParentRoute: () => operator,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./operator/tokens.tsx'), 'TokensPage'),
})
const wrongChain = createRoute({
  getParentRoute: () => operator,
  path: '/wrong-chain',
  component: lazyRouteComponent(() => import('./operator/wrong-chain.tsx'), 'WrongChainPage'),
})
const disputes = createRoute({
  getParentRoute: () => operator,
  path: '/disputes',
  component: lazyRouteComponent(() => import('./operator/disputes.tsx'), 'DisputesPage'),
})
const operatorCards = createRoute({
  getParentRoute: () => operator,
  path: '/cards',
  component: lazyRouteComponent(() => import('./operator/cards.tsx'), 'OperatorCardsPage'),
})
const operatorLightning = createRoute({
  getParentRoute: () => operator,
  path: '/lightning',
  component: lazyRouteComponent(() => import('./operator/lightning.tsx'), 'OperatorLightningPage'),
})
const treasury = createRoute({
  getParentRoute: () => operator,
  path: '/treasury',
  component: lazyRouteComponent(() => import('./operator/treasury.tsx'), 'TreasuryPage'),
})
const heldRates = createRoute({
  getParentRoute: () => operator,
  path: '/rates',
  component: lazyRouteComponent(() => import('./operator/held-rates.tsx'), 'HeldRatesPage'),
})
const businesses = createRoute({
  getParentRoute: () => operator,
  path: '/businesses',
  validateSearch: ({ id, q, offset }): { id?: string | undefined; q?: string | undefined; offset?: string | undefined } => ({
    id: readText(id),
    q: readText(q),
    offset: readText(offset),
  }),
  component: lazyRouteComponent(() => import('./operator/businesses.tsx'), 'BusinessesPage'),
})
const decisions = createRoute({
  getParentRoute: () => operator,
  path: '/audit',
  component: lazyRouteComponent(() => import('./operator/decisions.tsx'), 'DecisionsPage'),
})
const operatorPayment = createRoute({
  getParentRoute: () => operator,
  path: '/payments/$payment',
  component: lazyRouteComponent(() => import('./operator/payment.tsx'), 'OperatorPaymentPage'),
})

const ofOperator = operator.addChildren([
  overview,
  payouts,
  held,
  pauses,
  tokens,
  wrongChain,
  disputes,
  operatorCards,
  operatorLightning,
  treasury,
  heldRates,
  businesses,
  decisions,
  operatorPayment,
])
type RoomRoute = ReturnType<(typeof rooms)[number]['routes']>[number]
const ofRooms = rooms.flatMap(({ routes }): readonly RoomRoute[] => routes(business))
const ofBusiness = business.addChildren([home, apiKeys, webhooks, events, settings, wallets, taxProfile, audit, ...ofRooms])
const routeTree = root.addChildren([signIn, signUp, forgot, signedIn.addChildren([index, ...ofMerchant, ofBusiness, ofOperator])])

/** The pages of the portal. Search parameters are typed, so every filter is a link. */
export const router = createRouter({ routeTree, basepath: '/dashboard', defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}
