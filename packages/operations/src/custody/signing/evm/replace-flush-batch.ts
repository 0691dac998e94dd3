import type { GasPrice } from '@gateway/chains/evm/fees/cap-fees'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { openOwnFlush, type OwnFlush } from '@gateway/chains/evm/flush/replace-flush'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import type { SignerContext } from '../../signer-context.ts'
import type { Refused, Replacement, StuckAttempt } from '../payout-signer.ts'
import type { SignedAttempt } from '../signed-attempt.ts'
import { depositTermsOf } from '../../address-pool/compute-address.ts'
import { gasPayerAttempt, priceReplacement } from './gas-payer-attempt.ts'

/** Prices the replacement of a flush: the same nonce, the same deposits as far as they are still allowed, and a gas price that nodes accept. */
export async function openFlushReplacement(ctx: SignerContext, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement> {
  const flush = await openStuckFlush(ctx, stuck)
  const { price, signedFees } = priceReplacement(ctx, { rail: stuck.rail, fees, signed: flush?.fees })
  return { signedFees, sign: (_em, permits) => flushAgain({ flush, price, permits }) }
}

/** Prices only rise, so the newest transaction has the highest; and it pays nothing that an earlier one does not. */
async function openStuckFlush(ctx: SignerContext, { rail, earlier }: StuckAttempt): Promise<OwnFlush | undefined> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return undefined
  const { chainId, factory } = rail
  return openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.gasPayerKey(rail.chain) })
}

interface FlushAgain {
  readonly flush: OwnFlush | undefined
  readonly price: GasPrice | undefined
  readonly permits: readonly Evaluated[]
}

async function flushAgain({ flush, price, permits }: FlushAgain): Promise<SignedAttempt | Refused> {
  if (!flush) return { reason: 'stored_bytes_are_not_ours' }
  const permitOf = new Map(permits.map((permit) => [toContractTerms(depositTermsOf(permit.commit)).id, permit]))
  const items = flush.items.filter(({ id }) => permitOf.has(id))
  if (items.length === 0) return { reason: 'stored_bytes_are_not_ours' }
  if (!price) return { reason: 'gas_above_cap' }
  const travelling = items.flatMap(({ id }) => permitOf.get(id) ?? [])
  return gasPayerAttempt(await flush.sign(price, items), travelling)
}
