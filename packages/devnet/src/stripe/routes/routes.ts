import type { Route } from '../server/route.ts'
import { accountLinkRoutes } from './account-links.ts'
import { accountRoutes } from './accounts.ts'
import { applicationFeeRoutes } from './application-fees.ts'
import { balanceRoutes } from './balance.ts'
import { chargeRoutes } from './charges.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './events.ts'
import { fileRoutes } from './files.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { payoutRoutes } from './payouts.ts'
import { refundRoutes } from './refunds.ts'
import { transferRoutes } from './transfers.ts'

/** Every operation that is served. */
export const routes: readonly Route[] = [
  ...accountRoutes,
  ...accountLinkRoutes,
  ...applicationFeeRoutes,
  ...balanceRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...fileRoutes,
  ...paymentIntentRoutes,
  ...payoutRoutes,
  ...refundRoutes,
  ...transferRoutes,
]
