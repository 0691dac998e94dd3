import type { WrongChainMoney } from '@gateway/contract/portal/operator-wrong-chain'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { scopesOf } from '@gateway/domain/custody/pause'
import { purposeNames } from '@gateway/domain/custody/purposes'
import { findMove } from '@gateway/domain/kernel/machine'
import { paymentMachine } from '@gateway/domain/payments/machine'
import { payoutApprovalOf } from '../../custody/approvals/payout-approval.ts'
import { liftDecisionOf } from '../../custody/pauses/lift-pauses.ts'
import { composeFlushCall } from '../../custody/signing/evm/export-flush-call.ts'
import type { Context } from '../../kernel/context.ts'
import { amount } from './amount.ts'
import { decisionCommands } from './decisions-by-reason.ts'
import { findChoices, type HeldChoice, unlessRefused } from './find-choices.ts'
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
  /** Money at its address on other chains. */
  readonly wrongChain: readonly Pick<WrongChainMoney, 'flushes'>[]
}

type Finder = (em: Em, ctx: Context, subject: Subject) => Promise<readonly ApplicableCommand[]> | readonly ApplicableCommand[]

/** The commands that apply to a payment now, by the rules of the operations behind them. A concurrent change can still make one fail. */
export async function findApplicableCommands(em: Em, ctx: Context, subject: Subject): Promise<ApplicableCommand[]> {
  const found: ApplicableCommand[] = []
  for (const find of finders) found.push(...(await find(em, ctx, subject)))
  return found
}

const finders: readonly Finder[] = [decide, release, lift, flush, withdrawAddress]

/** The decisions about held money, in words. */
async function decide(em: Em, ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  return (await findChoices(em, ctx, payment)).map((choice) => ({
    words: [decisionCommands[choice.kind], payment.id],
    effect: effectOf(choice),
  }))
}

function effectOf(choice: HeldChoice): string {
  if (choice.kind === 'accept') return 'takes what arrived as the whole amount, and forwards it to the merchant'
  if (choice.kind === 'withdraw_refund') return 'cancels the refund; the money stays held'
  if (choice.kind === 'forward') return `sends the held ${choice.assets.join(' and ')} to the merchant, less the fee`
  const refundable = amount(choice, choice.units)
  return choice.endsLink
    ? `makes a new refund link for ${refundable}; the earlier one stops working`
    : `offers the payer a refund of ${refundable}, and prints the one-time link`
}

/** A refund's round is named by the refund. */
async function release(em: Em, _ctx: Context, { payment }: Subject): Promise<ApplicableCommand[]> {
  const refunds = await tables(em).selectFrom('refund').select('id').where('paymentId', '=', payment.id).execute()
  const rounds = await tables(em)
    .selectFrom('spend_intent')
    .select(['ref', 'leg'])
    .where('purpose', 'in', purposeNames)
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
  const { id, chain, asset, merchantId } = payment
  const lifts = scopesOf({ chain, asset, merchantId, object: `payment:${id}` }).map(async (scope) => {
    const isPaused = (await unlessRefused(() => liftDecisionOf(scope).find(em))) !== undefined
    return isPaused ? [{ words: ['lift', scope], effect: `lifts the pause of ${scope}; needs two operators` }] : []
  })
  return (await Promise.all(lifts)).flat()
}

/** Holds of supported assets that any wallet can end by flushing the address. */
const flushableReasons: ReadonlySet<string> = new Set(['below_cost_of_forwarding', 'daily_flush_limit', 'pin_refused'])

async function flush(em: Em, ctx: Context, { payment, waiting, tokens, wrongChain }: Subject): Promise<ApplicableCommand[]> {
  const held = waiting.flatMap(({ asset, reason }) => (flushableReasons.has(reason) ? [asset] : []))
  const flushable = wrongChain.map(({ flushes }) => flushes)
  const calls = [...new Set([...held, ...tokens.slice(0, SHOWN_TOKENS), ...flushable.slice(0, SHOWN_TOKENS)])].map(async (token) => {
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
