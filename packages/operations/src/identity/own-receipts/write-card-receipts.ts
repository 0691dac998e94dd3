import { type CardFacts, findCardFacts, findCardFactsOfEscrow } from '@gateway/db/identity/receipts/card-fact-queries'
import { findClaimedDid } from '@gateway/db/identity/owner-queries'
import { insertParty } from '@gateway/db/identity/party-queries'
import type { ReceiptSourceEntity } from '@gateway/db/identity/receipts/receipt-source.entity'
import { setWithdrawn } from '@gateway/db/identity/receipts/source-queries'
import type { Em } from '@gateway/db/orm'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { askSettlementCredential } from './ask-settlement-credential.ts'
import { readUsdCents } from './read-usd-cents.ts'
import { writeOwnReceipt } from './write-own-receipt.ts'

/**
 * Writes the one receipt of the merchant whose card payment has succeeded, in an escrow or not; nobody knows who paid. It does not count while all of the
 * payment is refunded.
 */
export async function writeCardPayment(em: Em, ctx: Context, { objectId, subjectDid, happenedAt }: ReceiptSourceEntity): Promise<void> {
  const card = await findCardFacts(em, { id: objectId })
  if (!card || subjectDid === null) throw new Error(`no card payment ${objectId} with a DID`)
  const { amountMinor, currency, escrowId } = card
  await writeOwnReceipt(em, ctx, {
    subjectDid,
    counterpartyDid: null,
    escrowId,
    category: 'economic.transaction',
    actionType: 'card_payment',
    outcome: 'accepted',
    amount: formatUnits(amountMinor, fiatDecimals[currency]),
    currency,
    usdCents: await readUsdCents(ctx, { minor: amountMinor, currency }),
    createdAt: happenedAt,
    source: sourceOf(objectId),
  })
  await countWhileKept(em, card, { objectId, happenedAt })
}

/** Withdraws the receipt of a card payment that was refunded in full, and lets it count again where a refund has failed afterwards. */
export async function writeCardRefund(em: Em, _ctx: Context, { objectId, happenedAt }: ReceiptSourceEntity): Promise<void> {
  const card = await findCardFacts(em, { id: objectId })
  if (!card) throw new Error(`no card payment ${objectId}`)
  await countWhileKept(em, card, { objectId, happenedAt })
}

/** What counts is the payment as it is now, so it does not matter in which order its changes are worked on. */
async function countWhileKept(
  em: Em,
  { capturedMinor, refundedMinor }: CardFacts,
  { objectId, happenedAt }: Pick<ReceiptSourceEntity, 'objectId' | 'happenedAt'>,
): Promise<void> {
  await setWithdrawn(em, { source: sourceOf(objectId), at: refundedMinor === capturedMinor ? happenedAt : null })
}

const sourceOf = (paymentId: string): string => `card:${paymentId}`

/**
 * Binds the merchant of a card escrow that was released as its beneficiary, and asks for its credential. Its receipt was written when the payment succeeded.
 */
export async function writeCardRelease(em: Em, ctx: Context, { objectId, happenedAt }: ReceiptSourceEntity): Promise<void> {
  const card = await findCardFactsOfEscrow(em, { escrowId: objectId })
  const did = card && (await findClaimedDid(em, card))
  if (!card || did === undefined) throw new Error(`no card escrow ${objectId} with a DID`)
  const { merchantId, transferredMinor, currency } = card
  const row = { id: ctx.ids.uuid(), escrowId: objectId, rail: 'card', role: 'beneficiary', merchantId, did, createdAt: happenedAt } as const
  if (!(await insertParty(em, row))) return
  const amount = formatUnits(transferredMinor, fiatDecimals[currency])
  await askSettlementCredential(em, ctx, { escrowId: objectId, did, amount, currency, at: happenedAt })
}
