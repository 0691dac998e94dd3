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

export interface ChainRecovery {
  readonly node: RecoveryNode
  readonly recoveryId: string
  /** Transactions that an operator has explained, because the keys sent them and not the gateway; approved treasury transfers need no explanation. */
  readonly explained: ReadonlySet<string>
  /** Transactions that an operator attests to be refunds. */
  readonly returned: ReadonlySet<string>
  readonly by: string
  /** Reports progress, one sentence each. */
  readonly tell: (line: string) => void
}

/**
 * Rebuilds the forgotten transactions of the gateway on a chain that is scanned to its head. Known ones are skipped, so repeating it changes nothing.
 *
 * @returns how many transactions were rebuilt.
 * @throws {Unexplained} when money has left in a way that no payout terms allow.
 */
export async function recoverChain(ctx: DecidingContext, recovery: ChainRecovery): Promise<number> {
  const { node } = recovery
  const em = ctx.orm.em.fork()
  const waiting = node.rail.watchesMempool ? await findUnknownWaiting(em, node) : []
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
  // Any third party may flush a deposit contract; its log settles that.
  if (!senders.has(stored.binds[0]?.split(':')[0] ?? '')) return 0
  const [receipt] = await node.readReceipts([at.txId])
  if (!receipt) throw new ChainUnavailable(rail.chain, `it has no receipt for ${at.txId}, which its block holds`)
  const refs = await atRest(ctx, node, (em) => rebuildFlushes(em, ctx, { rail, recoveryId, payout, receipt, isExplained }))
  const paid = refs.length > 0 ? `paid out ${refs.map((ref) => `payment ${ref}`).join(', ')}` : 'paid out no known payment'
  tell(`${rail.chain}: ${at.txId} ${paid}`)
  return 1
}

/** Runs in one transaction that excludes the scanner of the chain. */
const atRest = <T>(ctx: Context, { rail }: RecoveryNode, work: (em: Em) => Promise<T>): Promise<T> =>
  transaction(ctx, async (em) => {
    await tables(em).selectFrom('chain_cursor').select('height').where('chain', '=', rail.chain).forUpdate().execute()
    return work(em)
  })

/** Accounts of the gateway with nonces, as watch keys. */
async function findSenders(em: Em, { rail, countSent }: RecoveryNode): Promise<Set<string>> {
  if (!countSent) return new Set()
  const rows = await tables(em)
    .selectFrom('watched_address')
    .select('address')
    .where('chain', '=', rail.chain)
    .where('subject', '=', 'treasury')
    .execute()
  return new Set(rows.map((row) => row.address))
}

/** Checks that every mined nonce is taken; otherwise the next transaction would be rejected for ever. */
async function checkNonces(ctx: Context, node: RecoveryNode, sender: string): Promise<void> {
  const mined = (await node.countSent?.(sender))?.mined ?? 0n
  const taken = await tables(ctx.orm.em.fork())
    .selectFrom('nonce_slot')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', node.rail.chain)
    .where('sender', '=', sender)
    .executeTakeFirst()
  const next = BigInt(taken?.last ?? -1n) + 1n
  if (next < mined) throw new UnattributedSpend(`${mined - 1n} of ${sender}`, 'is in a block that was not scanned')
}

/** True when a chain is scanned to its head and no unknown transaction of the gateway is pending. */
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
