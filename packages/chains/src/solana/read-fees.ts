import { ChainUnavailable } from '../errors.ts'
import type { FeeEstimate } from '../rail/fee-estimate.ts'
import { inSlot, Lamports, LatestBlockhash } from './blocks/shapes.ts'
import { compileProbe } from './forward/sign-instructions.ts'
import type { SolanaRpc } from './rpc.ts'

/** The blockhash of a new transaction, and the last height at which a block can take it. */
export interface Lifetime {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
}

/** The newest confirmed blockhash. A transaction is accepted for 150 blocks after it, about a minute. */
export async function readLifetime(rpc: SolanaRpc): Promise<Lifetime> {
  const { value } = await rpc.call({ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }], shape: LatestBlockhash })
  return value
}

/** The protocol's fee for one signature, the least balance of an account without data, and the newest blockhash. @throws {ChainUnavailable} */
export async function estimateSolanaFees(rpc: SolanaRpc): Promise<FeeEstimate> {
  const lifetime = await readLifetime(rpc)
  const probe = compileProbe(lifetime)
  const params = [probe, { commitment: 'confirmed' }]
  const { value: fee } = await rpc.call({ method: 'getFeeForMessage', params, shape: inSlot(Lamports.nullable()) })
  if (fee === null) throw new ChainUnavailable(rpc.chain, 'it knows no fee for its own newest blockhash')
  const leastBalance = await rpc.call({ method: 'getMinimumBalanceForRentExemption', params: [0], shape: Lamports })
  return { family: 'signature', lamportsPerSignature: BigInt(fee), leastBalance: BigInt(leastBalance), ...lifetime }
}
