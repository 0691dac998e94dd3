import { z } from 'zod'
import { Count, inSlot } from './blocks/shapes.ts'
import type { SolanaRpc } from './rpc.ts'

/** A transaction of ours, and the last height at which a block can take it. */
export interface Expiring {
  readonly txId: string
  readonly lastValidBlockHeight: number
}

/**
 * The fate of a transaction as one look at one node shows it: it can still get into a block, it is in one, or it never can be. One look at one
 * node proves no death: the caller looks again later, and asks another node where there is one.
 */
export type Lapse = 'open' | 'landed' | 'lapsed'

const Epoch = z.object({ absoluteSlot: Count, blockHeight: Count })
const Statuses = inSlot(z.array(z.object({ slot: Count }).nullable()))

/**
 * Looks for a transaction once no further block can take it: beyond its height at finalized level, and with the node's whole history.
 * @throws {ChainUnavailable} when the node does not answer.
 */
export async function readLapse(rpc: SolanaRpc, { txId, lastValidBlockHeight }: Expiring): Promise<Lapse> {
  const final = await rpc.call({ method: 'getEpochInfo', params: [{ commitment: 'finalized' }], shape: Epoch })
  const params = [[txId], { searchTransactionHistory: true }]
  const { context, value } = await rpc.call({ method: 'getSignatureStatuses', params, shape: Statuses })
  if (value[0]) return 'landed'
  // Behind one address there may be several nodes: one that is behind the final block cannot tell what is in it.
  const isPast = final.blockHeight > lastValidBlockHeight && context.slot >= final.absoluteSlot
  return isPast && value[0] === null ? 'lapsed' : 'open'
}
