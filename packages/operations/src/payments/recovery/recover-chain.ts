import { ChainUnavailable } from '@gateway/chains/errors'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { Rail } from '@gateway/chains/rail'
import type { Receipt } from '@gateway/chains/rail/chain-node'
import type { RecoveryNode, StoredTransaction } from '@gateway/chains/rail/recovery-node'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { gasPaid } from '@gateway/domain/ledger/templates'
import { rescanBlocks } from '../../chainwatch/scanner/rescan-blocks.ts'
import { findApprovedTransfers } from '../../custody/approvals/find-approved-transfers.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { attestRefund } from './attest-refund.ts'
import { checkNonces } from './check-nonces.ts'
import { describePaid, findUnknownMined, recordForgotten, UnattributedSpend, type UnknownPayout } from './find-unknown-payouts.ts'

/** The node of a chain to recover, and the explanations of operators. */
export interface ChainRecovery {
  readonly node: RecoveryNode
  readonly recoveryId: string
  /** Transactions that an operator has explained, because the keys sent them and not the gateway; approved treasury transfers need no explanation. */
  readonly explained: ReadonlySet<string>
  /** Transactions that an operator attests to be refunds. */
  readonly returned: ReadonlySet<string>
  readonly by: string
  readonly subjects: AddressOwners
  /** Reports progress, one sentence each. */
  readonly tell: (line: string) => void
}

/** The result of a chain's recovery. */
export interface ChainReport {
  /** How many transactions of the gateway were attributed. */
  readonly known: number
  /** One sentence about each that was not. */
  readonly unattributed: readonly string[]
}

/**
 * Goes through the transactions of the gateway that a restored database has no attempt of. What they paid is settled already: the scanner has read
 * their blocks again. Attributed ones are skipped, so repeating it changes nothing.
 */
export async function recoverChain(ctx: Context, recovery: ChainRecovery): Promise<ChainReport> {
  const { node, tell } = recovery
  const em = ctx.orm.em.fork()
  const explained = new Set([...recovery.explained, ...(await findApprovedTransfers(em, node.rail.chain))])
  const report = { known: 0, unattributed: [] as string[] }
  for (const payout of await findUnknownMined(em, node.rail)) {
    try {
      tell(`${node.rail.chain}: ${payout.txId} ${await attribute(ctx, { ...recovery, explained }, payout)}`)
      report.known += 1
    } catch (error) {
      if (!(error instanceof UnattributedSpend)) throw error
      report.unattributed.push(error.message)
    }
  }
  return { ...report, unattributed: [...report.unattributed, ...(await checkNonces(ctx, node))] }
}

/** @returns a description for the operator. @throws {UnattributedSpend} when the money left in a way that no payout terms allow. */
async function attribute(ctx: Context, recovery: ChainRecovery, payout: UnknownPayout): Promise<string> {
  const { node, recoveryId, explained } = recovery
  const { chain } = node.rail
  const isExplained = explained.has(payout.txId)
  const receipt = payout.sender === null ? undefined : await checkCall(recovery, payout)
  if (payout.sender === null && !isExplained && !(await isNamed(ctx, recovery, payout))) await readAsRefund(ctx, recovery, payout)
  await transaction(ctx, async (em) => {
    if (receipt) await bookCall(em, ctx, { node, payout, receipt })
    await recordForgotten(em, { chain, recoveryId, payout })
  })
  const paid = await describePaid(ctx.orm.em.fork(), { chain, txId: payout.txId })
  if (paid.length > 0) return paid.join(', ')
  return isExplained ? 'is explained' : 'paid out no known payment'
}

const isNamed = async (ctx: Context, { node }: ChainRecovery, { txId }: UnknownPayout): Promise<boolean> =>
  (await describePaid(ctx.orm.em.fork(), { chain: node.rail.chain, txId })).length > 0

/** Has an attested refund settled: once its terms are stored, its block is read again. */
async function readAsRefund(ctx: Context, recovery: ChainRecovery, payout: UnknownPayout): Promise<void> {
  const { node, returned, by, subjects } = recovery
  const { chain } = node.rail
  const stored = await findTransaction(node, payout)
  const voucher = returned.has(payout.txId) ? by : undefined
  await transaction(ctx, (em) => attestRefund(em, ctx, { chain, stored, voucher }))
  await rescanBlocks(ctx, { node, subjects, from: payout.height, to: payout.height, by })
  if (!(await isNamed(ctx, recovery, payout))) throw new UnattributedSpend(payout.txId, 'pays an address that its payout terms do not name')
}

/** The gas payer only calls the factories. @throws {UnattributedSpend} when it has called another contract and nobody has explained that. */
async function checkCall({ node, explained }: ChainRecovery, payout: UnknownPayout): Promise<Receipt> {
  const { rail } = node
  const { calls } = await findTransaction(node, payout)
  if (!explained.has(payout.txId) && !callsFactory(rail, calls))
    throw new UnattributedSpend(payout.txId, 'calls a contract that is not our factory')
  const [receipt] = await node.readReceipts([payout.txId])
  if (!receipt) throw new ChainUnavailable(rail.chain, `it has no receipt for ${payout.txId}, which its block holds`)
  return receipt
}

const callsFactory = (rail: Rail, calls: string | null): boolean =>
  isEvmRail(rail) && [rail.factory, rail.escrows.factory].some((factory) => rail.watchKey(factory) === calls)

async function findTransaction({ findTransaction: find, rail }: RecoveryNode, at: UnknownPayout): Promise<StoredTransaction> {
  const stored = await find(at)
  if (!stored) throw new ChainUnavailable(rail.chain, `it does not have transaction ${at.txId}, which its block holds`)
  return stored
}

/** Takes the nonce of a transaction without attempt, and books its gas. */
async function bookCall(
  em: Em,
  ctx: Context,
  { node, payout, receipt }: { node: RecoveryNode; payout: UnknownPayout; receipt: Receipt },
): Promise<void> {
  const { chain } = node.rail
  const { sender, nonce, txId } = payout
  if (sender === null || nonce === null) return
  await tables(em)
    .insertInto('nonce_slot')
    .values({ chain, sender, nonce, intentId: null })
    .onConflict((oc) => oc.columns(['chain', 'sender', 'nonce']).doNothing())
    .execute()
  const treasury = { asset: chain, chain, mode: 'live' } as const
  await postTransfers(em, ctx, [gasPaid(treasury, { txId, units: receipt.feeUnits })])
}
