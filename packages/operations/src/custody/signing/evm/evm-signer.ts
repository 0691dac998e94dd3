import { purposes } from '@gateway/domain/custody/purposes'
import { oneByOne, type PayoutSigner } from '../payout-signer.ts'
import { openFlushReplacement } from './replace-flush-batch.ts'
import { openSettlementReplacement } from './replace-settlement.ts'
import { signFlushBatch } from './sign-flush-batch.ts'
import { decideSettlement, signSettlement } from './sign-settlement.ts'

const isOfEscrow = (purpose: keyof typeof purposes | undefined): boolean => purpose !== undefined && purposes[purpose].owner === 'escrow'

/** Signs transactions of the gas payer that flush deposit contracts or settle escrow contracts. */
export const evmSigner: PayoutSigner = {
  atOnce: 1,
  sign: oneByOne((em, ctx, spend) =>
    isOfEscrow(spend.lead.intent.purpose) ? signSettlement(em, ctx, spend) : signFlushBatch(em, ctx, spend),
  ),
  decide: decideSettlement,
  openReplacement: (ctx, stuck, fees) =>
    isOfEscrow(stuck.intents[0]?.purpose) ? openSettlementReplacement(ctx, stuck, fees) : openFlushReplacement(ctx, stuck, fees),
}
