import { findPublicPayment } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'

type Row = Readonly<Record<string, unknown>>

/** Everything that is known about a payment, by chapter; each chapter is told in order. Amounts are base units. */
export type Story = Readonly<Record<string, readonly Row[]>>

/** Tells a payment's whole story to an operator: what was seen, decided, signed, booked and told. @throws {NotFound} */
export async function tellStory(ctx: Pick<Context, 'orm'>, { paymentId }: { paymentId: string }): Promise<Story> {
  const em = ctx.orm.em.fork()
  const payment = await findPublicPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('payment')
  const story: Record<string, readonly Row[]> = {
    payment: [
      {
        id: payment.id,
        workflow: paymentWorkflowId(payment.id),
        business: payment.businessName,
        asset: payment.asset,
        state: payment.state,
        due: payment.dueUnits,
        received: payment.receivedUnits,
        exceptions: payment.exceptions,
        verdict: payment.lateVerdict,
        address: payment.address,
        expires: payment.expiresAt,
      },
    ],
  }
  for (const [chapter, query] of Object.entries(chapters)) story[chapter] = await read(em, query(paymentId))
  return story
}

const chapters: Readonly<Record<string, (id: string) => RawBuilder<Row>>> = {
  deposits: (id) => sql`SELECT id, asset, units::text, state, height, arrived_at AS arrived, credited_by AS credited, intent_id AS round
    FROM deposit WHERE subject = 'payment' AND subject_id = ${id} ORDER BY arrived_at, id`,
  observations: (
    id,
  ) => sql`SELECT observation.at, observation.kind, observation.deposit_id AS deposit, observation.height, observation.block_hash AS block
    FROM observation JOIN deposit ON deposit.id = observation.deposit_id WHERE deposit.subject = 'payment' AND deposit.subject_id = ${id}
    ORDER BY observation.id`,
  rounds: (id) => sql`SELECT leg AS round, id, asset, amount::text AS units, merchant_units::text AS merchant, fee_units::text AS fee,
      network_fee_units::text AS network, state, hold_reason AS held, created_at AS planned
    FROM spend_intent WHERE purpose = 'forward' AND ref = ${id} ORDER BY leg`,
  attempts: (
    id,
  ) => sql`SELECT intent.leg AS round, attempt.n, attempt.handle AS transaction, attempt.state, attempt.height, attempt.fee::text AS fee,
      attempt.supersedes, attempt.last_problem AS problem
    FROM spend_attempt attempt JOIN spend_intent intent ON intent.lead_id = attempt.intent_id
    WHERE intent.purpose = 'forward' AND intent.ref = ${id} ORDER BY intent.leg, attempt.n`,
  ledger: (id) => sql`SELECT transfer.at, transfer.kind, account.asset, account.code AS account, entry.amount::text AS units
    FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
    WHERE split_part(transfer.ref, '#', 1) IN (SELECT spend_intent.id::text FROM spend_intent WHERE spend_intent.ref = ${id})
      OR split_part(transfer.ref, '@', 1) IN (SELECT deposit.id FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = ${id})
    ORDER BY transfer.at, entry.id`,
  events: (
    id,
  ) => sql`SELECT event.sequence, event.type, event.created_at AS at, delivery.state AS delivery, delivery.attempts, delivery.last_problem AS problem
    FROM event LEFT JOIN delivery ON delivery.event_id = event.id WHERE event.object_id = ${id}::uuid ORDER BY event.sequence`,
  decisions: (id) => sql`SELECT at, actor, action, details::text AS details FROM audit_entry WHERE subject_id = ${id} ORDER BY at`,
}

const read = async (em: Em, query: RawBuilder<Row>): Promise<readonly Row[]> => (await query.execute(tables(em))).rows
