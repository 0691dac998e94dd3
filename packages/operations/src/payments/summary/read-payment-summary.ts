import { type HeldRow, refused, stuck, unsigned, untaken } from '@gateway/db/payments/held-queries'
import { findPublicPayments } from '@gateway/db/payments/reading/known-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { NO_MOVEMENTS } from '@gateway/domain/payments/movements'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { listUnsupportedTokens } from '../held/list-unsupported-tokens.ts'
import { listWrongChain } from '../held/list-wrong-chain.ts'
import { payableFacts } from '../reading/payment-facts.ts'
import { withMovements } from '../reading/read-movements.ts'
import { type ApplicableCommand, findApplicableCommands } from './applicable-commands.ts'
import { summarizePayment, type WaitingFunds } from './summarize-payment.ts'

/** What an operator reads first about a payment. */
export interface PaymentSummary {
  /** Its state; then where its money is, and why it waits. */
  readonly sentences: readonly string[]
  readonly commands: readonly ApplicableCommand[]
  /** The amount received for the payment, in base units of its asset. */
  readonly receivedUnits: bigint
}

/** Summarizes a payment for an operator: two sentences, and the commands that apply now. @throws {NotFound} */
export async function readPaymentSummary(ctx: Context, { paymentId }: { paymentId: string }): Promise<PaymentSummary> {
  const em = ctx.orm.em.fork()
  const [found] = await findPublicPayments(em, { ids: [paymentId] })
  if (!found) throw new NotFound('payment')
  const payment = Object.assign(found.payment, { businessName: found.businessName })
  const waiting = await readWaiting(em, paymentId)
  const tokens = (await listUnsupportedTokens(ctx, { paymentId })).shown.map(({ contract }) => contract)
  const wrongChain = (await listWrongChain(ctx, { paymentId })).shown
  const [known] = await withMovements(em, [found])
  const { movements = NO_MOVEMENTS } = known ?? {}
  const facts = {
    payment,
    confirmations: payableFacts(ctx, found).confirmations,
    waiting,
    movements,
    tokens,
    wrongChain,
    now: ctx.clock.now(),
  }
  const commands = await findApplicableCommands(em, ctx, { payment, waiting, tokens, wrongChain })
  return { sentences: summarizePayment(facts), commands, receivedUnits: payment.receivedUnits }
}

/** The held funds of one payment, oldest first. */
export async function readWaiting(em: Em, paymentId: string): Promise<WaitingFunds[]> {
  const found: WaitingFunds[] = []
  for (const query of [untaken, refused, unsigned, stuck]) {
    const own = sql<HeldRow>`SELECT asset, units, reason, since FROM (${query}) AS waiting WHERE waiting.payment = ${paymentId}::uuid`
    const { rows } = await own.execute(tables(em))
    found.push(...rows.map(({ asset, units, reason, since }) => ({ asset, units: BigInt(units), reason, since: new Date(since) })))
  }
  return found.toSorted((a, b) => a.since.getTime() - b.since.getTime())
}
