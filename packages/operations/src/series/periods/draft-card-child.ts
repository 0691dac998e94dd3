import { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Business } from '@gateway/domain/businesses/business'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { requireChargeable } from '@gateway/domain/cards/limits'
import type { Series } from '@gateway/domain/series/series'
import type { ChargePlan } from '@gateway/domain/series/tick-plan'
import { findTakingAccount } from '../../cards/accounts/find-taking-account.ts'
import { draftCard } from '../../cards/charges/draft-card.ts'
import { checkoutAddress } from '../../cards/checkout/open-checkout.ts'
import type { EscrowContext } from '../../kernel/context.ts'

const HOUR_MS = 60 * 60 * 1_000

/** A card payment into escrow whose page is opened whenever its customer asks for it. */
export interface CardChild {
  readonly payment: CardPaymentEntity
  readonly escrow: CardEscrowEntity
}

/** What a child is made of: its series and business, what to open, and the moment of it all. */
interface Opening {
  readonly series: Series
  readonly business: Business
  readonly plan: ChargePlan
  readonly now: Date
}

/**
 * Drafts the next child of a series that takes cards; it lives until the next slot, whatever becomes of its pages.
 *
 * @throws {OnboardingRequired} while the account of the series takes no escrows. @throws {CardAmountTooSmall} {CardAmountTooLarge}
 */
export async function draftCardChild(ctx: EscrowContext, { series, business, plan, now }: Opening): Promise<CardChild> {
  requireChargeable(series.amountMinor, series.currency)
  const processorAccountId = await requireOwnAccount(ctx, series)
  const metadata = { series_id: series.id, period: plan.period }
  const amount = String(series.amountMinor)
  const terms = CreateCardPaymentInput.parse({ amount, currency: series.currency.toLowerCase(), escrow_mode: true, metadata })
  const drafted = draftCard({ ...ctx, clock: { now: () => now } }, { business, terms, processorAccountId })
  if (!drafted.escrow) throw new Error('a child of a series is an escrow')
  const expiresAt = new Date(Math.round(now.getTime() + plan.expiresInHours * HOUR_MS))
  const page = { isReopenable: true, checkoutUrl: checkoutAddress(ctx, drafted.payment.id), expiresAt, lookAt: expiresAt }
  return { escrow: drafted.escrow, payment: Object.assign(drafted.payment, page, { description: series.description }) }
}

/** The account of a series, which takes escrows now. @throws {OnboardingRequired} */
async function requireOwnAccount(ctx: Pick<EscrowContext, 'orm'>, { businessId: id, mode, processorAccountId }: Series): Promise<string> {
  const account = await findTakingAccount(ctx, { business: { id, mode }, kind: 'escrow' })
  if (account === null || account !== processorAccountId) throw new OnboardingRequired('payment_method')
  return account
}
