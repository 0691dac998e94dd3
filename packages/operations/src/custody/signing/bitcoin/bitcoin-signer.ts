import { isFeeRate } from '@gateway/chains/bitcoin/rail'
import { virtualSize } from '@gateway/chains/bitcoin/transaction'
import type { PayoutSigner } from '../payout-signer.ts'
import { replaceUtxoSpend, signUtxoSpends } from './sign-utxo-spend.ts'

/** Signs payouts that spend the outputs of their deposits. */
export const bitcoinSigner: PayoutSigner = {
  atOnce: 50,
  sign: signUtxoSpends,
  openReplacement: async (ctx, { rail, live, earlier, intents }, fees) => ({
    signedFees: fees,
    sign: async (em, permits) => {
      const [lead] = permits
      if (!lead || intents.length > 1 || !isFeeRate(fees)) return { reason: 'source_is_no_pool_address' }
      const { inputs, takenBackUnits } = live
      const paid = earlier.map(({ feeUnits, raw }) => ({ feeUnits: feeUnits ?? 0n, vsize: virtualSize(raw) }))
      return replaceUtxoSpend(em, ctx, { lead, rail, fees, earlier: { inputs, takenBackUnits, paid } })
    },
  }),
}
