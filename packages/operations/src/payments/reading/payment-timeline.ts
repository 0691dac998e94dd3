import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { findPayment } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'
import { timelineQueries, type TimelineRow } from './timeline-queries.ts'

/** The timeline of a payment, by section, each in order. Amounts are base units. */
export type PaymentTimeline = Readonly<Record<string, readonly TimelineRow[]>>

type StoryContext = Pick<Context, 'orm' | 'rails'> & {
  /** The Temporal UI of the namespace; without it a workflow's page is a relative path. */
  readonly temporalUi?: string | undefined
}

/**
 * The timeline of a payment for an operator: observations, decisions, signatures, ledger entries and events, and the reason it waits.
 *
 * @throws {NotFound}
 */
export async function readPaymentTimeline(ctx: StoryContext, { paymentId }: { paymentId: string }): Promise<PaymentTimeline> {
  const em = ctx.orm.em.fork()
  const payment = await findPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('payment')
  const story: Record<string, readonly TimelineRow[]> = { payment: [headline(ctx, payment)] }
  for (const [chapter, query] of Object.entries(timelineQueries)) story[chapter] = await read(em, query(payment))
  return { ...story, attempts: (story['attempts'] ?? []).map((attempt) => withLink(ctx, payment, attempt)) }
}

const headline = (ctx: StoryContext, payment: PaymentEntity & { businessName: string }): TimelineRow => ({
  id: payment.id,
  workflow: paymentWorkflowId(payment.id),
  page: workflowPage({ temporalUi: ctx.temporalUi ?? '' }, paymentWorkflowId(payment.id)),
  business: payment.businessName,
  asset: payment.asset,
  state: payment.state,
  due: payment.dueUnits,
  received: payment.receivedUnits,
  exceptions: payment.exceptions,
  verdict: payment.lateVerdict,
  address: payment.address,
  expires: payment.expiresAt,
})

/** The page of a payment's workflow in the Temporal UI; null without its address. */
export const paymentPage = (ctx: TemporalUi, paymentId: string): string | null => workflowPage(ctx, paymentWorkflowId(paymentId))

/** Adds the explorer page of a transaction, if the network has one. */
function withLink({ rails }: StoryContext, { chain }: PaymentEntity, attempt: TimelineRow): TimelineRow {
  const base = rails.get(chain)?.explorerTx
  return base === undefined ? attempt : { ...attempt, page: `${base}${String(attempt['transaction'])}` }
}

const read = async (em: Em, query: RawBuilder<TimelineRow>): Promise<readonly TimelineRow[]> => (await query.execute(tables(em))).rows
