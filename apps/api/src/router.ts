import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { accountsRouter } from './accounts/router.ts'
import { businessesRouter } from './businesses/router.ts'
import { cardsRouter } from './cards/router.ts'
import { escrowsRouter } from './escrows/router.ts'
import { operatorRouter } from './operator/router.ts'
import { paymentsRouter } from './payments/router.ts'
import { ratesRouter } from './rates/router.ts'
import { seriesRouter } from './series/router.ts'
import { router } from './trpc.ts'
import { webhooksRouter } from './webhooks/router.ts'

/** Every procedure, by room. */
export const appRouter = router({
  accounts: accountsRouter,
  businesses: businessesRouter,
  cards: cardsRouter,
  escrows: escrowsRouter,
  operator: operatorRouter,
  payments: paymentsRouter,
  rates: ratesRouter,
  series: seriesRouter,
  webhooks: webhooksRouter,
})

/** The type imported by RPC clients. */
export type AppRouter = typeof appRouter

/** What each procedure takes, by room and name. */
export type RouterInputs = inferRouterInputs<AppRouter>

/** What each procedure answers, by room and name. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
