import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode, Receipt } from '@gateway/chains/rail/chain-node'
import type { OutgoingTransactionEntity } from '@gateway/db/chainwatch/outgoing-transaction.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import { readFinalHeight } from '../payouts/final-height.ts'

/** The amounts of a treasury transaction, in base units of the native coin. */
export interface ReadTransfer {
  /** The paying address, as a watch key. */
  readonly from: string
  /** The receiving address; null when no coins moved. */
  readonly to: string | null
  readonly units: bigint
  readonly feeUnits: bigint
}

/**
 * Reads the amounts of a treasury transfer from its block and receipt.
 *
 * The scanner must have recorded the transaction, and its block must be final, so that no reorg changes it.
 *
 * @throws {NotFound} when no recorded block holds it or no treasury address sent it; {InvalidState} when it is not final, is ours, or moves tokens;
 *   {ChainUnavailable} when the node does not respond.
 */
export async function readTreasuryTransfer(ctx: Context, { node, txId }: { node: ChainNode; txId: string }): Promise<ReadTransfer> {
  await node.checkNetwork()
  const em = ctx.orm.em.fork()
  const outgoing = await findOutgoing(em, { chain: node.rail.chain, txId })
  if (outgoing.height > (await readFinalHeight(em, ctx.rails, outgoing.chain))) throw new InvalidState('not final', 'book a transaction')
  const block = await readBlock(node, outgoing)
  const from = await findPayer(em, outgoing, block)
  const receipt = await readReceipt(node, outgoing)
  const transfers = receipt.succeeded ? block.transfers.filter((transfer) => transfer.txId === txId) : []
  // The sender of coins is the signing account; a token names its own sender, and blocks are matched by receiver only.
  if (transfers.some(({ asset }) => asset !== node.rail.chain)) throw new InvalidState('moving tokens', 'book a transaction')
  return { from, to: transfers[0]?.to ?? null, units: sumUnits(transfers), feeUnits: receipt.feeUnits }
}

async function findOutgoing(em: Em, { chain, txId }: { chain: ChainCode; txId: string }): Promise<OutgoingTransactionEntity> {
  const outgoing = await tables(em)
    .selectFrom('outgoing_transaction')
    .selectAll()
    .where('chain', '=', chain)
    .where('txId', '=', txId)
    .executeTakeFirst()
  if (!outgoing) throw new NotFound('outgoing transaction of the gateway')
  const own = await tables(em).selectFrom('spend_attempt').select('state').where('handle', '=', txId).executeTakeFirst()
  if (own) throw new InvalidState('signed by the gateway', 'book a transaction')
  return outgoing
}

async function readBlock(node: ChainNode, { chain, height, blockHash }: OutgoingTransactionEntity): Promise<Block> {
  const block = await node.readBlock(height)
  if (!block) throw new ChainUnavailable(chain, `it has no block ${height}`)
  if (block.hash !== blockHash) throw new InvalidState('another branch', `read block ${height} of ${chain} again`)
  return block
}

async function findPayer(em: Em, { chain, txId }: OutgoingTransactionEntity, block: Block): Promise<string> {
  const inputs = block.inputs.filter((input) => input.txId === txId).map(({ resource }) => resource)
  const spends = (block.spends ?? []).filter((spend) => spend.txId === txId).map(({ from }) => from)
  const own = await tables(em)
    .selectFrom('watched_address')
    .select('address')
    .where('chain', '=', chain)
    .where('subject', '=', 'treasury')
    .where('address', 'in', ['', ...inputs, ...spends])
    .executeTakeFirst()
  if (!own) throw new NotFound('transaction of a gas payer')
  return own.address
}

async function readReceipt(node: ChainNode, { chain, txId, blockHash }: OutgoingTransactionEntity): Promise<Receipt> {
  const [receipt] = await node.readReceipts([txId])
  if (!receipt || (receipt.blockHash ?? blockHash) !== blockHash)
    throw new ChainUnavailable(chain, `it has no receipt for ${txId}, which its block holds`)
  return receipt
}
