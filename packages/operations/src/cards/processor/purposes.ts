import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { chargePurpose } from '../charges/charge-purpose.ts'
import { reversalPurpose } from '../escrows/reversal-purpose.ts'
import { transferPurpose } from '../escrows/transfer-purpose.ts'
import { feeRefundPurpose } from '../refunds/fee-refund-purpose.ts'
import { refundPurpose } from '../refunds/refund-purpose.ts'
import { handlerOf, type PurposeHandler } from './send-call.ts'

/** What the engine does for each purpose. */
const purposes: Readonly<Record<ProcessorPurpose, PurposeHandler>> = {
  card_charge: handlerOf(chargePurpose),
  card_refund: handlerOf(refundPurpose),
  card_fee_refund: handlerOf(feeRefundPurpose),
  card_transfer: handlerOf(transferPurpose),
  card_reversal: handlerOf(reversalPurpose),
}

/** The handler of a purpose. */
export const purposeOf = (name: ProcessorPurpose): PurposeHandler => purposes[name]
