import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { type SharedTerms, splitByTerms } from '@gateway/domain/custody/split-by-terms'
import type { Settled } from '../../custody/settlement/settle-intents.ts'

/** All that left the address. */
export const flushedUnits = ({ merchantUnits, feeUnits, networkFeeUnits }: FlushEntity): bigint =>
  merchantUnits + feeUnits + networkFeeUnits

/**
 * The split that the chain shows; undefined when its fee does not match the terms. A platform share that was dust or that its receiver refused went to
 * the merchant, who owes it: the fee itself is unaffected. Outputs may pay the platform owed fees besides; a contract cannot.
 */
export function payoutOfFlush(flush: FlushEntity, intent: SpendIntentEntity, commit: SharedTerms): Settled | undefined {
  const { txId, feeUnits, networkFeeUnits, spent } = flush
  const paid = splitByTerms(commit, flushedUnits(flush), networkFeeUnits)
  const takenBackUnits = feeUnits > paid.feeUnits ? feeUnits - paid.feeUnits : 0n
  if ((feeUnits !== 0n && feeUnits < paid.feeUnits) || (takenBackUnits > 0n && spent === null)) return undefined
  return { intent, txId, platformPaid: feeUnits >= paid.feeUnits, takenBackUnits, paid }
}
