import { findDisputeFacts } from '@gateway/db/identity/receipts/card-fact-queries'
import { findClaimedDid } from '@gateway/db/identity/owner-queries'
import type { ReceiptSourceEntity } from '@gateway/db/identity/receipts/receipt-source.entity'
import { setWithdrawn } from '@gateway/db/identity/receipts/source-queries'
import type { Em } from '@gateway/db/orm'
import { PROCESSOR_DISPUTE } from '@gateway/domain/identity/receipt-chain'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { writeOwnReceipt } from './write-own-receipt.ts'

/**
 * Writes the one receipt of a dispute at the card processor, and withdraws it while the merchant has won. What counts is the dispute as it is now, so it
 * does not matter in which order its changes are worked on. One that was won at once has none, and neither has an inquiry.
 */
export async function writeProcessorDispute(em: Em, ctx: Context, { objectId, happenedAt }: ReceiptSourceEntity): Promise<void> {
  const dispute = await findDisputeFacts(em, { id: objectId })
  const did = dispute && (await findClaimedDid(em, dispute))
  if (!dispute || did === undefined) throw new Error(`no card dispute ${objectId} with a DID`)
  const { processorDisputeId, phase, amountMinor, currency } = dispute
  const source = `dispute:${processorDisputeId}`
  if (phase === 'open' || phase === 'lost')
    await writeOwnReceipt(em, ctx, {
      subjectDid: did,
      counterpartyDid: null,
      escrowId: null,
      category: 'economic.dispute',
      actionType: PROCESSOR_DISPUTE,
      outcome: 'disputed',
      amount: formatUnits(amountMinor, fiatDecimals[currency]),
      currency,
      usdCents: null,
      createdAt: happenedAt,
      source,
    })
  await setWithdrawn(em, { source, at: phase === 'won' ? happenedAt : null })
}
