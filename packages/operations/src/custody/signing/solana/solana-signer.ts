import { isSignatureFee, isSolanaRail } from '@gateway/chains/solana/rail'
import { oneByOne, type PayoutSigner } from '../payout-signer.ts'
import { signSolSpend } from './sign-sol-spend.ts'
import { signTokenSpend } from './sign-token-spend.ts'

/** Signs payouts of deposits in SOL and in tokens. A transaction that has not expired cannot be replaced. */
export const solanaSigner: PayoutSigner = {
  // Two payouts of an address are no rows of each other's until the first is stored.
  atOnce: 1,
  sign: oneByOne(async (em, ctx, { rail, fees, lead }) => {
    if (!isSolanaRail(rail) || !isSignatureFee(fees)) return { intent: lead.intent, reason: 'source_is_no_pool_address' }
    const sign = lead.intent.asset === rail.chain ? signSolSpend : signTokenSpend
    return sign(em, ctx, { lead, rail, fees })
  }),
}
