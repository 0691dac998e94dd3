import type { StripeProcessor } from '@gateway/providers/stripe/processor'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import type { ChargeOwners } from './charge-owners.ts'
import type { GuardedContext } from '../../custody/decisions/guarded-roles.ts'

/** Dependencies of the role that calls the card processor; no other role has its keys. */
export interface ProcessorContext extends GuardedContext, EmailContext {
  readonly decidesAs: 'processor'
  readonly processor: StripeProcessor
  /** The rooms whose objects are paid by card. */
  readonly chargeOwners: ChargeOwners
}
