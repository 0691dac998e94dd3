import type { ReceiptSourceEntity } from '@gateway/db/identity/receipts/receipt-source.entity'
import { deleteSource, findSources, lockSource } from '@gateway/db/identity/receipts/source-queries'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { judgeAgain } from '../judging/judge-again.ts'
import { writeCardPayment, writeCardRefund, writeCardRelease } from './write-card-receipts.ts'
import { writeLostDispute, writeSettlement } from './write-escrow-receipts.ts'
import { writeProcessorDispute } from './write-processor-dispute.ts'

const SOURCES_AT_ONCE = 200

type Writing = (em: Em, ctx: Context, source: ReceiptSourceEntity) => Promise<unknown>

const writers: Readonly<Record<ReceiptSourceEntity['kind'], Writing>> = {
  settlement: writeSettlement,
  lost_dispute: writeLostDispute,
  card_payment: writeCardPayment,
  card_release: writeCardRelease,
  card_refund: writeCardRefund,
  card_dispute: writeProcessorDispute,
  judgement: (em, _ctx, { objectId }) => judgeAgain(em, { escrowId: objectId }),
}

/**
 * Writes the service's own receipts of what has happened, each in one transaction with the end of its row: a crash repeats it or finds it done, and
 * several jobs share the work.
 *
 * @returns how many rows are done.
 */
export function writeDueReceipts(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const due: Sweep<string> = {
    name: 'receipt_sources',
    limit: SOURCES_AT_ONCE,
    read: (page) => findSources(em, page),
    keyOf: (id) => id,
    aboutOf: () => ({}),
  }
  return sweepEach(ctx, due, (id) => transaction(ctx, (inner) => writeOne(inner, ctx, BigInt(id))))
}

async function writeOne(em: Em, ctx: Context, id: bigint): Promise<boolean> {
  const source = await lockSource(em, { id })
  if (!source) return false
  await writers[source.kind](em, ctx, source)
  await deleteSource(em, source)
  return true
}
