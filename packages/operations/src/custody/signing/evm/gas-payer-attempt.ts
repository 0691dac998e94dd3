import { type GasPrice, isGasEstimate } from '@gateway/chains/evm/fees/cap-fees'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import type { SignedCall } from '@gateway/chains/evm/keys/sign-call'
import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import type { SignerContext } from '../../signer-context.ts'
import type { SignedAttempt } from '../signed-attempt.ts'

/** A signed call of the gas payer as an attempt: the platform pays its gas, which is known once it is mined. */
export const gasPayerAttempt = ({ raw, txId, inputs }: SignedCall, permits: readonly Evaluated[]): SignedAttempt => ({
  permits,
  raw,
  txId,
  inputs,
  feeUnits: null,
  platformPaid: true,
  takenBackUnits: 0n,
})

/** A call of the gas payer that is stuck, and the current fees; `signed` is its price, undefined when its bytes are not ours. */
interface Stuck {
  readonly rail: Rail
  readonly fees: FeeEstimate
  readonly signed: GasPrice | undefined
}

/** The price of a replacement that nodes accept, and what it costs at most; without a price it is judged by the current fees. */
export function priceReplacement(
  ctx: SignerContext,
  { rail, fees, signed }: Stuck,
): { price: GasPrice | undefined; signedFees: FeeEstimate } {
  const price = signed && isGasEstimate(fees) ? raiseFees(signed, fees, ctx.gasCaps[rail.chain]) : undefined
  // A fee estimate that bounds its cost at any gas price.
  return { price, signedFees: price ? { family: 'account', baseFeeWei: 0n, priorityFeeWei: price.maxFeePerGas } : fees }
}
