import { isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import { openOwnCall, type OwnCall } from '@gateway/chains/evm/keys/sign-call'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FeeEstimate } from '@gateway/chains/rail'
import type { Replacement, StuckAttempt } from '../payout-signer.ts'
import type { SignerContext } from '../../signer-context.ts'
import { mostOf } from './replace-flush-batch.ts'

/** Prices the replacement of a settlement: the same call with the same nonce, at a gas price that nodes accept. */
export async function openSettlementReplacement(ctx: SignerContext, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement> {
  const own = await openStuck(ctx, stuck)
  const price = own && isGasEstimate(fees) ? raiseFees(own.fees, fees, ctx.gasCaps[stuck.rail.chain]) : undefined
  return {
    signedFees: mostOf(price) ?? fees,
    async sign(_em, permits) {
      if (!own || permits.length === 0) return { reason: 'stored_bytes_are_not_ours' }
      if (!price) return { reason: 'gas_above_cap' }
      const { raw, txId, inputs } = await own.sign(price, own.data)
      return { permits, raw, txId, inputs, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
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
