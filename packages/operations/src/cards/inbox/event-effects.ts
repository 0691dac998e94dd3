import { findAccount } from '@gateway/db/cards/account-queries'
import { findByProcessor } from '@gateway/db/cards/card-queries'
import { readPaymentIntent, readSession } from '@gateway/providers/stripe/answers/charges'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { paymentIntentRetrieval, sessionRetrieval } from '@gateway/providers/stripe/requests/checkout'
import { lookAtAccount } from '../accounts/look-at-account.ts'
import { lookAtCharged, lookAtNamed } from '../checkout/look-at-named.ts'
import { lookAtPayout } from '../payouts/look-at-payout.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { moneyEffects } from './money-effects.ts'

/** The object that an event is about, and the account that it is on; null for the platform's. */
export interface EventObject {
  readonly id: string
  readonly account: string | null
}

/** What became of an event: `applied`, or why it has no effect. A failed call and `early`, which our own record of a call still lacks, are tried again. */
export type EventOutcome = 'applied' | 'foreign' | 'early' | FailedCall

/** Asks the processor about the object of an event, and brings our rows to the answer. */
export type EventEffect = (ctx: ProcessorContext, object: EventObject) => Promise<EventOutcome>

/** The effect of each type of event; one without an effect is recorded only. */
export const eventEffects: Readonly<Record<string, EventEffect>> = {
  ...moneyEffects,
  'account.application.deauthorized': accessChanged,
  'account.updated': accountChanged,
  'checkout.session.async_payment_failed': sessionChanged,
  'checkout.session.async_payment_succeeded': sessionChanged,
  'checkout.session.completed': sessionChanged,
  'checkout.session.expired': sessionChanged,
  'payment_intent.canceled': intentChanged,
  'payment_intent.succeeded': intentChanged,
  'payout.canceled': payoutChanged,
  'payout.created': payoutChanged,
  'payout.failed': payoutChanged,
  'payout.paid': payoutChanged,
  'payout.updated': payoutChanged,
}

async function accountChanged(ctx: ProcessorContext, { id }: EventObject): Promise<EventOutcome> {
  const account = await findAccount(ctx.orm.em.fork(), { processorAccountId: id })
  if (!account) return 'foreign'
  return (await lookAtAccount(ctx, account)) ?? 'applied'
}

/** The event names our application; whose access it is about is the account that it happened on. */
async function accessChanged(ctx: ProcessorContext, { account }: EventObject): Promise<EventOutcome> {
  return account === null ? 'foreign' : accountChanged(ctx, { id: account, account })
}

async function payoutChanged(ctx: ProcessorContext, { id: payoutId, account }: EventObject): Promise<EventOutcome> {
  const known = account === null ? undefined : await findAccount(ctx.orm.em.fork(), { processorAccountId: account })
  if (!known) return 'foreign'
  return (await lookAtPayout(ctx, { payoutId, account: known })) ?? 'applied'
}

async function sessionChanged(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  const known = await findByProcessor(ctx.orm.em.fork(), { checkoutSessionId: id })
  if (known) return lookAtCharged(ctx, known, account)
  const answer = await ctx.processor.send(sessionRetrieval(id, account), { read: readSession })
  if (answer.result !== 'done') return answer
  return lookAtNamed(ctx, { intentId: answer.facts.session.intentId, account })
}

async function intentChanged(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  const known = await findByProcessor(ctx.orm.em.fork(), { paymentIntentId: id })
  if (known) return lookAtCharged(ctx, known, account)
  const answer = await ctx.processor.send(paymentIntentRetrieval(id, account), { read: readPaymentIntent })
  if (answer.result !== 'done') return answer
  return lookAtNamed(ctx, { intentId: answer.facts.intentId, account })
}
