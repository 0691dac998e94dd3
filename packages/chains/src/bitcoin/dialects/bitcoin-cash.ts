import type { FeeEstimate } from '../../rail/fee-estimate.ts'
import { type FeeSettings, highest } from '../fees.ts'
import { ask, refusals } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { CashFeeRate, CashMempoolInfo } from '../rpc/shapes.ts'
import { readCashReceipts } from './cash-receipts.ts'
import { findCashUnspent } from './cash-unspent.ts'
import type { NodeDialect } from './dialect.ts'

/** `ErrRPCOutOfRange` of bchd; its number means something else to other nodes, so the message counts too. */
const OUT_OF_RANGE = -1
/** bchd's code for any internal error. */
const INTERNAL = -32_603

/**
 * Reject reasons that mean the node has this transaction already: in a block or in the mempool. Sources: `mempool.go` of bchd,
 * `validation.cpp` of Bitcoin Cash Node.
 */
const KNOWN = /transaction already exists|already have transaction|txn-already-known|txn-already-in-mempool/

/** Transaction ids, in which the text of a reason may appear. */
const IDS = /[0-9a-f]{64}/g

/** Bitcoin Cash Node and bchd, both with an index of transactions. */
export const bitcoinCashDialect: NodeDialect = {
  checkSoftware: () => Promise.resolve(),
  isAboveChain: ({ code, message }) => code === refusals.outOfRange || (code === OUT_OF_RANGE && /out of range/i.test(message)),
  isBlockGone: ({ code, message }) => code === INTERNAL && /not in the main chain/.test(message),
  // bchd takes no block: its index finds mined transactions too.
  rawParams: ({ txId }) => [txId, 0],
  isKnown: ({ message }) => KNOWN.test(message),
  // A low fee or a full mempool. There are no replacements: a second transaction over the same output stays rejected.
  isAboutPrice: ({ code, message }) =>
    code === refusals.transactionRejected && /fee|mempool full|priority/i.test(message.replaceAll(IDS, '')),
  estimateFees,
  readReceipts: readCashReceipts,
  findUnspent: findCashUnspent,
}

/** The node's estimate where it has one, and never below the floor or the node's mempool minimum: blocks have room, so the floor is the usual price. */
async function estimateFees(rpc: BitcoinRpc, { targetBlocks, floorMilliSats }: FeeSettings): Promise<FeeEstimate> {
  const { mempoolminfee } = await ask(rpc, { method: 'getmempoolinfo', params: [], shape: CashMempoolInfo })
  const [answer] = await rpc.send([{ method: 'estimatefee', params: [targetBlocks] }])
  const estimated = CashFeeRate.safeParse(answer && 'result' in answer ? answer.result : undefined).data
  return { family: 'utxo', milliSatsPerVbyte: highest(estimated ?? 0n, floorMilliSats, mempoolminfee ?? 0n) }
}
