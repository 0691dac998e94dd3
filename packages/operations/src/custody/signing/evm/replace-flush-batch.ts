import { type GasPrice, isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { openOwnFlush, type OwnFlush } from '@gateway/chains/evm/flush/replace-flush'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FeeEstimate } from '@gateway/chains/rail'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import type { SignerContext } from '../../signer-context.ts'
import type { Refused, Replacement, StuckAttempt } from '../payout-signer.ts'
import type { SignedAttempt } from '../signed-attempt.ts'
import { depositTermsOf } from './deposit-terms.ts'

/** Prices the replacement of a flush: the same nonce, the same deposits as far as they are still allowed, and a gas price that nodes accept. */
export async function openFlushReplacement(ctx: SignerContext, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement> {
  const flush = await openStuckFlush(ctx, stuck)
  const price = flush && isGasEstimate(fees) ? raiseFees(flush.fees, fees, ctx.gasCaps[stuck.rail.chain]) : undefined
  return { signedFees: mostOf(price) ?? fees, sign: (_em, permits) => flushAgain({ flush, price, permits }) }
}

/** Prices only rise, so the newest transaction has the highest; and it pays nothing that an earlier one does not. */
async function openStuckFlush(ctx: SignerContext, { rail, earlier }: StuckAttempt): Promise<OwnFlush | undefined> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return undefined
  const { chainId, factory } = rail
  return openOwnFlush({ raw: newest.raw, chainId, factory, privateKey: ctx.keys.gasPayerKey(rail.chain) })
}

/** The transaction's own price as a fee estimate, which bounds its cost at any gas price. */
export const mostOf = (price: GasPrice | undefined): FeeEstimate | undefined =>
  price && { family: 'account', baseFeeWei: 0n, priorityFeeWei: price.maxFeePerGas }

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
  const { raw, txId, inputs } = await flush.sign(price, items)
  const travelling = items.flatMap(({ id }) => permitOf.get(id) ?? [])
  return { permits: travelling, raw, txId, inputs, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}
