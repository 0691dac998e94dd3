import { ChainUnavailable } from '@gateway/chains/errors'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { RecoveryNode } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { findApprovedTransfers } from '../../custody/approvals/find-approved-transfers.ts'
import type { DecidingContext } from '../../custody/policy/decision-log.ts'
import { transaction } from '../../kernel/transaction.ts'
import { rebuildFlushes } from './rebuild-flushes.ts'
import { rebuildSpend } from './rebuild-spend.ts'
import {
  findUnknownMined,
  findUnknownWaiting,
  recordUnattributed,
  type UnknownPayout,
  UnattributedSpend,
  type TransactionLocation,
} from './find-unknown-payouts.ts'

/** One chain of a recovery. */
export interface ChainRecovery {
  readonly node: RecoveryNode
  readonly recoveryId: string
  /** Transactions that an operator answers for, because they were sent with the keys and not by the gateway; those that two have named before are not asked about. */
  readonly explained: ReadonlySet<string>
  /** Transactions of which an operator says that they sent held money back to its payer, and who says so. */
  readonly returned: ReadonlySet<string>
  readonly by: string
  /** Told what was found, a sentence each. */
  readonly tell: (line: string) => void
}

/**
 * Rebuilds what the database has forgotten about our own transactions on a chain that the scanner has read to its head. What is known is passed over, so
 * doing it again changes nothing.
 *
 * @returns how many transactions were rebuilt.
 * @throws {Unexplained} when money has left in a way that no commit of ours allows.
 */
export async function recoverChain(ctx: DecidingContext, recovery: ChainRecovery): Promise<number> {
  const { node } = recovery
  const em = ctx.orm.em.fork()
  const waiting = node.watchesMempool ? await findUnknownWaiting(em, node) : []
  const senders = await findSenders(em, node)
  const explained = new Set([...recovery.explained, ...(await findApprovedTransfers(em, node.rail.chain))])
  let rebuilt = 0
  for (const at of [...(await findUnknownMined(em, node.rail)), ...waiting])
    rebuilt += await recoverOne(ctx, { ...recovery, explained }, { at, senders })
  for (const sender of senders) await checkNonces(ctx, node, sender)
  return rebuilt
}

async function recoverOne(
  ctx: DecidingContext,
  { node, recoveryId, explained, returned, by, tell }: ChainRecovery,
  { at, senders }: { at: TransactionLocation; senders: ReadonlySet<string> },
): Promise<number> {
  const { rail } = node
  const stored = await node.findTransaction(at)
  if (!stored) throw new ChainUnavailable(rail.chain, `it does not have transaction ${at.txId}, which its block holds`)
  const payout: UnknownPayout = { at, stored }
  const isExplained = explained.has(at.txId)
  if (!isEvmRail(rail)) {
    if (isExplained) return atRest(ctx, node, (em) => recordUnattributed(em, { chain: rail.chain, recoveryId, at })).then(() => 0)
    const voucher = returned.has(at.txId) ? by : undefined
    const done = await atRest(ctx, node, (em) => rebuildSpend(em, ctx, { chain: rail.chain, payout, voucher }))
    tell(`${rail.chain}: ${at.txId} ${done}`)
    return 1
  }
  // Anybody may flush a deposit contract; that is settled by its log and is no transaction of ours.
  if (!senders.has(stored.binds[0]?.split(':')[0] ?? '')) return 0
  const [receipt] = await node.readReceipts([at.txId])
  if (!receipt) throw new ChainUnavailable(rail.chain, `it has no receipt for ${at.txId}, which its block holds`)
  const refs = await atRest(ctx, node, (em) => rebuildFlushes(em, ctx, { rail, recoveryId, payout, receipt, isExplained }))
  const paid = refs.length > 0 ? `paid out ${refs.map((ref) => `payment ${ref}`).join(', ')}` : 'paid out nothing that is known here'
  tell(`${rail.chain}: ${at.txId} ${paid}`)
  return 1
}

/** In one transaction during which the scanner of the chain writes nothing. */
const atRest = <T>(ctx: Context, { rail }: RecoveryNode, work: (em: Em) => Promise<T>): Promise<T> =>
  transaction(ctx, async (em) => {
    await tables(em).selectFrom('chain_cursor').select('height').where('chain', '=', rail.chain).forUpdate().execute()
    return work(em)
  })

/** Our accounts that number their transactions, as watch keys. */
async function findSenders(em: Em, { rail, countSent }: RecoveryNode): Promise<Set<string>> {
  if (!countSent) return new Set()
  const rows = await tables(em)
    .selectFrom('watch')
    .select('address')
    .where('chain', '=', rail.chain)
    .where('subject', '=', 'treasury')
    .execute()
  return new Set(rows.map((row) => row.address))
}

/** Every number that blocks hold must be taken, or the next transaction would be refused for ever. */
async function checkNonces(ctx: Context, node: RecoveryNode, sender: string): Promise<void> {
  const mined = (await node.countSent?.(sender))?.mined ?? 0n
  const taken = await tables(ctx.orm.em.fork())
    .selectFrom('nonce_slot')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', node.rail.chain)
    .where('sender', '=', sender)
    .executeTakeFirst()
  const next = BigInt(taken?.last ?? -1n) + 1n
  if (next < mined) throw new UnattributedSpend(`${mined - 1n} of ${sender}`, 'is in a block that nobody has read')
}

/** True when the scanner has read a chain to its head and no transaction of ours waits for a block unseen. */
export async function isReadToHead(ctx: Context, node: RecoveryNode): Promise<boolean> {
  const em = ctx.orm.em.fork()
  const head = await node.readHead()
  const cursor = await tables(em)
    .selectFrom('chain_cursor')
    .select(['height', 'hash'])
    .where('chain', '=', node.rail.chain)
    .executeTakeFirst()
  if (cursor?.height !== head.height || cursor.hash !== head.hash) return false
  for (const sender of await findSenders(em, node)) {
    const sent = await node.countSent?.(sender)
    if (sent && sent.known > sent.mined && !(await isKnown(em, { chain: node.rail.chain, sender, nonce: sent.known - 1n }))) return false
  }
  return true
}

const isKnown = async (em: Em, { chain, sender, nonce }: { chain: ChainCode; sender: string; nonce: bigint }): Promise<boolean> =>
  (await tables(em)
    .selectFrom('nonce_slot')
    .select('nonce')
    .where('chain', '=', chain)
    .where('sender', '=', sender)
    .where('nonce', '>=', nonce)
    .executeTakeFirst()) !== undefined
