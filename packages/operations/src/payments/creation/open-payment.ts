import { presentPaymentChange } from '@gateway/contract/payments'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Usage } from '@gateway/domain/businesses/plan'
import { DomainError } from '@gateway/domain/kernel/error'
import { paymentMachine } from '@gateway/domain/payments/machine'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import type { Announcement } from '../../events/publish-events.ts'
import type { Allocated } from '../../custody/address-pool/allocate-addresses.ts'
import { quoteRow } from '../../rates/quote-price.ts'
import { NO_MOVEMENTS } from '@gateway/domain/payments/movements'
import { factsOf } from '../reading/payment-facts.ts'
import { startPayment } from '../lifecycle/workflow-messages.ts'
import { type Draft, paymentOf } from './draft-payment.ts'

/** A created payment, and its usage. */
export interface CreatedPayment {
  readonly facts: PaymentFacts
  readonly usage: Usage
}

/** A payment with all its rows, its event and the message that starts its workflow. */
export interface OpenedPayment {
  readonly created: CreatedPayment
  readonly rows: readonly Insert[]
  readonly announcement: Announcement
  readonly message: ReturnType<typeof startPayment>
}

/** The address and the usage of a draft in its transaction, or their refusals. */
export interface Reserved {
  readonly allocated: Allocated | DomainError | undefined
  readonly usage: Usage | DomainError | undefined
}

/** Opens a payment at its address; returns the refusal of a draft without an address or quota. */
export function openPayment(draft: Draft, { allocated, usage }: Reserved): OpenedPayment | DomainError {
  if (!allocated || !usage) throw new Error('a payment was forgotten')
  if (allocated instanceof DomainError) return allocated
  if (usage instanceof DomainError) return usage
  const { quote } = draft.priced
  const payment = paymentOf(draft, allocated.commit.address)
  const view = { height: 0, finalizedHeight: undefined }
  const facts = factsOf(draft.ctx, { payment, businessName: draft.business.name, quote, view, movements: NO_MOVEMENTS })
  const created = { facts, usage }
  const kept = draft.keep ? [draft.keep(created)] : []
  return {
    created,
    rows: [quoteRow(quote), ...allocated.rows, { into: 'payment', rows: [payment] }, ...kept],
    announcement: announcementOf(facts),
    message: startPayment(payment),
  }
}

const announcementOf = (facts: PaymentFacts): Announcement => ({
  type: paymentMachine.opens,
  object: { type: 'payment', id: facts.payment.id, businessId: facts.payment.businessId, mode: facts.payment.mode },
  sequence: 1,
  data: presentPaymentChange(facts, null),
})
