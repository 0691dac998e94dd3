import { accountsRouter } from './accounts/router.ts'
import { businessesRouter } from './businesses/router.ts'
import { paymentsRouter } from './payments/router.ts'
import { ratesRouter } from './rates/router.ts'
import { router } from './trpc.ts'
import { webhooksRouter } from './webhooks/router.ts'

/** Every procedure of the product, by room. */
export const appRouter = router({
  accounts: accountsRouter,
  businesses: businessesRouter,
  payments: paymentsRouter,
  rates: ratesRouter,
  webhooks: webhooksRouter,
})

/** What typed clients import, as a type only. */
export type AppRouter = typeof appRouter
