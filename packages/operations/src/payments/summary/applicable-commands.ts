import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { findOpenRefund } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { scopesOf } from '@gateway/domain/custody/pause'
import { DomainError } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { paymentMachine } from '@gateway/domain/payments/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import { payoutApprovalOf } from '../../custody/approvals/payout-approval.ts'
import { liftDecisionOf } from '../../custody/pauses/lift-pauses.ts'
import { composeFlushCall } from '../../custody/signing/export-flush-call.ts'
import type { Context } from '../../kernel/context.ts'
import { acceptanceProblem } from '../held/accept-payment.ts'
import { findForwardable } from '../held/find-forwardable.ts'
import { findRefundable } from '../refunds/find-refundable.ts'
import { isReplaceableOffer } from '../refunds/offer-refund.ts'
import { amount } from './amount.ts'
import { SHOWN_TOKENS, type WaitingFunds } from './summarize-payment.ts'

/** An operator command that the state of a payment allows now. */
export interface ApplicableCommand {
  /** The words after `npm run operator --`. */
  readonly words: readonly string[]
  /** What it does. */
  readonly effect: string
}

/** A payment, what of it waits, and the unsupported tokens at its address. */
interface Subject {
  readonly payment: PaymentEntity
  readonly waiting: readonly WaitingFunds[]
  readonly tokens: readonly string[]
}

type Finder = (em: Em, ctx: Context, subject: Subject) => Promise<readonly ApplicableCommand[]> | readonly ApplicableCommand[]

/** The commands that apply to a payment now, by the rules of the operations behind them. A concurrent change can still make one fail. */
export async function findApplicableCommands(em: Em, ctx: Context, subject: Subject): Promise<ApplicableCommand[]> {
  const found: ApplicableCommand[] = []
  for (const find of finders) found.push(...(await find(em, ctx, subject)))
  return found
}

const finders: readonly Finder[] = [accept, forward, refund, withdraw, release, lift, flush, withdrawAddress]

function accept(_em: Em, _ctx: Context, { payment }: Subject): ApplicableCommand[] {
  if (acceptanceProblem(payment) !== undefined) return []
  return [{ words: ['accept', payment.id], effect: 'takes what arrived as the whole amount, and forwards it to the merchant' }]
}

async function forward(em: Em, ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  const { spends } = await findForwardable(em, ctx, payment)
  if (spends.length === 0) return []
  const assets = spends.map(({ holding }) => holding.asset).join(' and ')
  return [{ words: ['forward', payment.id], effect: `sends the held ${assets} to the merchant, less the fee` }]
}

async function refund(em: Em, ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  const units = await unlessRefused(() => findRefundable(em, ctx, payment))
  const open = await findOpenRefund(em, { paymentId: payment.id })
  if (units === undefined || (open && !isReplaceableOffer(open))) return []
  const refundable = amount(payment, units)
  const effect = open
    ? `makes a new refund link for ${refundable}; the earlier one stops working`
    : `offers the payer a refund of ${refundable}, and prints the one-time link`
  return [{ words: ['refund', payment.id], effect }]
}

async function withdraw(em: Em, _ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  const open = await findOpenRefund(em, { paymentId: payment.id })
  if (!open || !findMove(returnMachine, open.state, 'withdraw')) return []
  return [{ words: ['withdraw', payment.id], effect: 'cancels the refund; the money stays held' }]
}

/** A refund's round is named by the refund. */
async function release(em: Em, _ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  const refunds = await tables(em).selectFrom('refund').select('id').where('paymentId', '=', payment.id).execute()
  const rounds = await tables(em)
    .selectFrom('spend_intent')
    .select(['ref', 'leg'])
    .where('purpose', 'in', ['forward', 'payment_refund'])
    .where('ref', 'in', [payment.id, ...refunds.map(({ id }) => id)])
    .where('state', '=', 'held')
    .orderBy('leg')
    .execute()
  const releasable = await Promise.all(
    rounds.map(async (round) => ((await unlessRefused(() => payoutApprovalOf(round).find(em))) ? [round] : [])),
  )
  return releasable.flat().map(({ ref, leg }) => ({
    words: ['release', ref, String(leg)],
    effect: `lets round ${leg} exceed the cap; needs two operators`,
  }))
}

async function lift(em: Em, _ctx: Context, { payment, waiting }: Subject): Promise<ApplicableCommand[]> {
  if (!waiting.some(({ reason }) => /(?:^|: )paused:/.test(reason))) return []
  const lifts = scopesOf(payment).map(async (scope) => {
    const isPaused = (await unlessRefused(() => liftDecisionOf(scope).find(em))) !== undefined
    return isPaused ? [{ words: ['lift', scope], effect: `lifts the pause of ${scope}; needs two operators` }] : []
  })
  return (await Promise.all(lifts)).flat()
}

/** Holds of supported assets that any wallet can end by flushing the address. */
const flushableReasons: ReadonlySet<string> = new Set(['below_cost_of_forwarding', 'daily_flush_limit', 'pin_refused'])

async function flush(em: Em, ctx: Context, { payment, waiting, tokens }: Subject): Promise<ApplicableCommand[]> {
  const held = waiting.flatMap(({ asset, reason }) => (flushableReasons.has(reason) ? [asset] : []))
  const calls = [...new Set([...held, ...tokens.slice(0, SHOWN_TOKENS)])].map(async (token) => {
    const call = await unlessRefused(() => composeFlushCall(em, ctx, { paymentId: payment.id, token }))
    return call
      ? [{ words: ['flush-call', payment.id, token], effect: `prints the transaction by which any wallet sends it to the merchant` }]
      : []
  })
  return (await Promise.all(calls)).flat()
}

function withdrawAddress(_em: Em, _ctx: Context, { payment }: Subject): ApplicableCommand[] {
  if (!findMove(paymentMachine, payment.state, 'withdraw')) return []
  const effect = 'fails the payment for good; only when the key of its address is lost'
  return [{ words: ['withdraw-address', payment.id, '--reason', '"…"'], effect }]
}

/** The result of a rule; undefined where the operation would refuse. */
async function unlessRefused<T>(rule: () => Promise<T>): Promise<T | undefined> {
  try {
    return await rule()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
