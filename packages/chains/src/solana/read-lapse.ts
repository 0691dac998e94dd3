import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import type { Expiring, Lapse, Lapses } from '../rail/chain-node.ts'
import { Count, inSlot } from './blocks/shapes.ts'
import { readHasRun } from './find-transaction.ts'
import type { SolanaRpc } from './rpc.ts'

const Epoch = z.object({ absoluteSlot: Count, blockHeight: Count })
const Status = z.object({ slot: Count, err: z.unknown() })
const Statuses = inSlot(z.array(Status.nullable()))

const MOST_SIGNATURES = 256

/**
 * Looks for transactions once no further block can take them: beyond their height at finalized level, and with the node's whole history. One that a
 * block holds and never ran has lapsed like one that none holds.
 * @throws {ChainUnavailable} when the node does not answer.
 */
export async function readLapses(rpc: SolanaRpc, expiring: readonly Expiring[]): Promise<Lapses> {
  const final = await rpc.call({ method: 'getEpochInfo', params: [{ commitment: 'finalized' }], shape: Epoch })
  const past = expiring.filter(({ lastValidBlockHeight }) => final.blockHeight > lastValidBlockHeight).map(({ txId }) => txId)
  const fates = new Map(expiring.map(({ txId }): [string, Lapse] => [txId, 'open']))
  for (let start = 0; start < past.length; start += MOST_SIGNATURES) {
    const asked = past.slice(start, start + MOST_SIGNATURES)
    for (const [at, fate] of (await lookUp(rpc, asked, final.absoluteSlot)).entries()) fates.set(asked[at] ?? '', fate)
  }
  return { finalHeight: final.absoluteSlot, fates }
}

async function lookUp(rpc: SolanaRpc, txIds: readonly string[], finalSlot: number): Promise<Lapse[]> {
  const params = [txIds, { searchTransactionHistory: true }]
  const { context, value } = await rpc.call({ method: 'getSignatureStatuses', params, shape: Statuses })
  if (value.length !== txIds.length) throw new ChainUnavailable(rpc.chain, 'it gave another number of statuses than it was asked for')
  // Behind one address there may be several nodes: one that is behind the final block does not know its transactions.
  const isBehind = context.slot < finalSlot
  return Promise.all(value.map(async (status, at) => (isBehind && !status ? 'open' : fateOf(rpc, txIds[at] ?? '', status))))
}

/** The fate of a transaction whose height has passed. Only an error makes one more call. */
async function fateOf(rpc: SolanaRpc, txId: string, status: z.output<typeof Status> | null): Promise<Lapse> {
  if (!status) return 'lapsed'
  return status.err !== null && (await readHasRun({ rpc }, txId)) === false ? 'lapsed' : 'landed'
}
