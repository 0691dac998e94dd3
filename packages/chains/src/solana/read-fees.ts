import { BLOCKHASH_BLOCKS } from '../definitions/solana.ts'
import { ChainUnavailable } from '../errors.ts'
import type { FeeEstimate } from '../rail/fee-estimate.ts'
import { Count, inSlot, Lamports, LatestBlockhash } from './blocks/shapes.ts'
import { compileProbe } from './forward/sign-instructions.ts'
import type { SolanaRpc } from './rpc.ts'

/** The blockhash of a new transaction, and the last height at which a block can take it. */
export interface Lifetime {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
}

/** The blockhash of the newest final block, which no fork can take away, and the slot of that block. */
async function readLatest(rpc: SolanaRpc): Promise<Lifetime & { readonly slot: number }> {
  const params = [{ commitment: 'finalized' }]
  const { value, context } = await rpc.call({ method: 'getLatestBlockhash', params, shape: LatestBlockhash })
  return { ...value, slot: context.slot }
}

/** The blockhash of a new transaction: that of the newest final block. A transaction is accepted in 150 blocks after it, about half a minute. */
export async function readLifetime(rpc: SolanaRpc): Promise<Lifetime> {
  const { blockhash, lastValidBlockHeight } = await readLatest(rpc)
  return { blockhash, lastValidBlockHeight }
}

const TOKEN_ACCOUNT_BYTES = 165

/**
 * The protocol's fee for one signature, what an account without data and a token account must hold, and the blockhash of a new transaction beside
 * the newest block height.
 * @throws {ChainUnavailable} also when the blockhash is older or newer than the height allows: with a wrong last height a payout would count as dead too
 * early or too late.
 */
export async function estimateSolanaFees(rpc: SolanaRpc): Promise<FeeEstimate> {
  const { slot, ...lifetime } = await readLatest(rpc)
  const [lamportsPerSignature, leastBalance, tokenAccountRent, blockHeight] = await Promise.all([
    readSignatureFee(rpc, lifetime),
    readRent(rpc, 0),
    readRent(rpc, TOKEN_ACCOUNT_BYTES),
    // Behind one address there may be several nodes: one that is behind the blockhash must not count its blocks.
    rpc.call({ method: 'getBlockHeight', params: [{ commitment: 'processed', minContextSlot: slot }], shape: Count }),
  ])
  const left = lifetime.lastValidBlockHeight - blockHeight
  if (left < 0 || left > BLOCKHASH_BLOCKS)
    throw new ChainUnavailable(rpc.chain, `its newest blockhash is valid for ${left} blocks after block ${blockHeight}`)
  return { family: 'signature', lamportsPerSignature, leastBalance, tokenAccountRent, ...lifetime, blockHeight }
}

async function readSignatureFee(rpc: SolanaRpc, lifetime: Lifetime): Promise<bigint> {
  const params = [compileProbe(lifetime), { commitment: 'finalized' }]
  const { value: fee } = await rpc.call({ method: 'getFeeForMessage', params, shape: inSlot(Lamports.nullable()) })
  if (fee === null) throw new ChainUnavailable(rpc.chain, 'it knows no fee for its own newest blockhash')
  return BigInt(fee)
}

/** What an account with so many bytes of data must hold to exist. It changes from epoch to epoch, so it is never computed. */
const readRent = async (rpc: SolanaRpc, bytes: number): Promise<bigint> =>
  BigInt(await rpc.call({ method: 'getMinimumBalanceForRentExemption', params: [bytes, { commitment: 'finalized' }], shape: Lamports }))
