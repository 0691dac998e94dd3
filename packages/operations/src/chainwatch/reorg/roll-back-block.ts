import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { findAwaited } from '@gateway/db/chainwatch/deposit-queries'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { REORGANISED_BLOCKS } from '@gateway/domain/payments/reorg-caution'
import type { Context } from '../../kernel/context.ts'
import { reversePayouts } from '../../custody/settlement/reverse-payouts.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { holdCursor, type Lease } from '../cursor/cursor.ts'
import { assessOwners } from '../deposits/assess-owners.ts'
import { observe, type Touched } from '../deposits/record-deposits.ts'
import { forgetUnproven } from '../unproven/record-unproven.ts'
import { forgetOutcomes } from '../outgoing/record-outcomes.ts'
import { forgetWrongChain } from '../wrong-chain/record-wrong-chain.ts'

/**
 * Rolls back the cursor's block in one transaction: one step towards the common ancestor.
 *
 * Its deposits become unconfirmed (or missing, where no mempool is watched), credits are reversed (ledger L6), and our payouts in it are sent again
 * unchanged.
 *
 * @throws {RangeError} when the ring holds no earlier block, which `checkHistory` excludes.
 */
export async function rollBackBlock(ctx: Context, { lease, subjects }: { lease: Lease; subjects: AddressOwners }): Promise<void> {
  const taken = await transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    const parent = await popBlock(em, ctx, cursor)
    const view: ChainView = { height: parent.height, finalizedHeight: cursor.finalizedHeight ?? undefined, at: ctx.clock.now() }
    const touched = await orphanDeposits(em, ctx, cursor)
    await forgetUnproven(em, cursor)
    await forgetWrongChain(em, cursor)
    await forgetOutcomes(em, cursor)
    const whole = await reversePayouts(em, ctx, { chain: lease.chain, height: cursor.height, blockHash: cursor.hash })
    const keys = touched.flatMap(({ id: ref, creditRevision: revision }) => (revision === null ? [] : { ref, revision }))
    for (const kind of ['deposit', 'funding'] as const) await reverseTransfers(em, ctx, { kind, keys, blockHash: cursor.hash })
    await tables(em)
      .updateTable('deposit_input')
      .set({ rivalHeight: null })
      .where('chain', '=', lease.chain)
      .where('rivalHeight', '=', cursor.height)
      .execute()
    // Payments that wait for confirmations now wait for more.
    const awaited = isReorganisation(cursor) ? await findAwaited(em, lease) : []
    await assessOwners(em, ctx, { lease, subjects, view, touched: [...touched, ...whole, ...awaited] })
    const refundIds = await subjects.refunds.blockRemoved(em, ctx, { chain: lease.chain, height: cursor.height, view })
    return { height: cursor.height, deposits: touched.length, paymentIds: await findTold(em, subjects, touched), refundIds }
  })
  tell(ctx, { chain: lease.chain, ...taken })
}

/** Confirmed objects that lost a deposit with the block: a merchant may have shipped. */
async function findTold(em: Em, subjects: AddressOwners, touched: readonly Touched[]): Promise<string[]> {
  const told: string[] = []
  for (const [subject, own] of Map.groupBy(touched, (one) => one.subject))
    told.push(
      ...(await subjects[subject].findTold(
        em,
        own.map(({ subjectId }) => subjectId),
      )),
    )
  return told
}

/** A removed block, and what it has taken back after it was announced. */
interface RolledBack {
  readonly chain: string
  readonly height: number
  readonly deposits: number
  readonly paymentIds: readonly string[]
  readonly refundIds: readonly string[]
}

function tell(ctx: Context, { paymentIds, refundIds, ...block }: RolledBack): void {
  ctx.log.warn(block, 'block rolled back')
  if (refundIds.length > 0) ctx.log.error({ alarm: 'refund_reorged', ...block, refundIds }, 'complete refunds lost a transfer in a reorg')
  if (paymentIds.length === 0) return
  ctx.log.error({ alarm: 'payment_reorged', ...block, paymentIds }, 'confirmed payments lost a deposit in a reorg')
}

async function popBlock(em: Em, ctx: Context, cursor: ChainCursorEntity): Promise<{ height: number; hash: string }> {
  const ring = await tables(em)
    .selectFrom('chain_block')
    .select(['height', 'hash'])
    .where('chain', '=', cursor.chain)
    .orderBy('height', 'desc')
    .limit(2)
    .execute()
  const parent = ring[1]
  if (!parent) throw new RangeError(`there is no block of ${cursor.chain} before the oldest one that is remembered`)
  await tables(em).deleteFrom('chain_block').where('chain', '=', cursor.chain).where('height', '=', cursor.height).execute()
  await tables(em)
    .updateTable('chain_cursor')
    .set({
      height: parent.height,
      hash: parent.hash,
      takenBack: cursor.takenBack + 1,
      ...(isReorganisation(cursor) && { reorganisedAt: ctx.clock.now() }),
      updatedAt: ctx.clock.now(),
    })
    .where('chain', '=', cursor.chain)
    .execute()
  return parent
}

/** True from the second consecutive rolled-back block on. */
const isReorganisation = ({ takenBack }: ChainCursorEntity): boolean => takenBack + 1 >= REORGANISED_BLOCKS

type Orphaned = Touched & Pick<DepositEntity, 'id' | 'asset' | 'units' | 'creditRevision'>

async function orphanDeposits(em: Em, ctx: Context, cursor: ChainCursorEntity): Promise<Orphaned[]> {
  const now = ctx.clock.now()
  const block = { height: cursor.height, hash: cursor.hash }
  const orphaned = await lockDepositsAt(em, cursor)
  if (orphaned.length === 0) return []
  const ids = orphaned.map((deposit) => deposit.id)
  // Without a watched mempool the transaction's whereabouts are unknown, so it counts as missing until a block holds it again.
  const { watchesMempool } = chainFacts[cursor.chain]
  const whereabouts = watchesMempool ? { state: 'seen' as const, goneAt: null } : { state: 'gone' as const, goneAt: now }
  await tables(em)
    .updateTable('deposit')
    .set({ ...whereabouts, height: null, blockHash: null, maturesAt: null, creditRevision: null, reorged: true })
    .where(isOneOf('id', ids, 'text'))
    .execute()
  await observe(em, { chain: cursor.chain, at: now, kind: 'orphaned', block }, orphaned)
  return orphaned
}

const lockDepositsAt = (em: Em, { chain, height }: Pick<ChainCursorEntity, 'chain' | 'height'>) =>
  tables(em)
    .selectFrom('deposit')
    .select(['id', 'subject', 'subjectId', 'asset', 'units', 'creditRevision'])
    .where('chain', '=', chain)
    .where('state', '=', 'included')
    .where('height', '=', height)
    .forUpdate()
    .execute()
