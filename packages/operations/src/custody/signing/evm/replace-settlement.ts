import { openOwnCall, type OwnCall } from '@gateway/chains/evm/keys/sign-call'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { Replacement, StuckAttempt } from '../payout-signer.ts'
import type { SignerContext } from '../../signer-context.ts'
import { gasPayerAttempt, priceReplacement } from './gas-payer-attempt.ts'

/** Prices the replacement of a settlement: the same call with the same nonce, at a gas price that nodes accept. */
export async function openSettlementReplacement(ctx: SignerContext, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement> {
  const own = await openStuck(ctx, stuck)
  const { price, signedFees } = priceReplacement(ctx, { rail: stuck.rail, fees, signed: own?.fees })
  return {
    signedFees,
    async sign(_em, permits) {
      if (!own || permits.length === 0) return { reason: 'stored_bytes_are_not_ours' }
      if (!price) return { reason: 'gas_above_cap' }
      return gasPayerAttempt(await own.sign(price, own.data), permits)
    },
  }
}

/** Prices only rise, so the newest transaction has the highest. */
async function openStuck(ctx: SignerContext, { rail, earlier }: StuckAttempt): Promise<OwnCall | undefined> {
  const newest = earlier.at(-1)
  if (!isEvmRail(rail) || !newest) return undefined
  const { chainId, escrows } = rail
  return openOwnCall({ raw: newest.raw, chainId, to: escrows.factory, privateKey: ctx.keys.gasPayerKey(rail.chain) })
}
