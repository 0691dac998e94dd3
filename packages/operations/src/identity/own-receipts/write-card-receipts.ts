import { findCardFacts, findCardFactsOfEscrow } from '@gateway/db/identity/receipts/card-fact-queries'
import { findClaimedDid } from '@gateway/db/identity/owner-queries'
import { insertParty } from '@gateway/db/identity/party-queries'
import type { ReceiptSourceEntity } from '@gateway/db/identity/receipts/receipt-source.entity'
import type { Em } from '@gateway/db/orm'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { askSettlementCredential } from './ask-settlement-credential.ts'
import { readUsdCents } from './read-usd-cents.ts'
import { writeOwnReceipt } from './write-own-receipt.ts'

/** Writes the receipt of the merchant whose card payment has succeeded; nobody knows who paid. */
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
    source: `card:${objectId}`,
  })
}

/**
 * Binds the merchant of a card escrow that was released as its beneficiary, writes its receipt of what was transferred, and asks
 * for its credential.
 */
export async function writeCardRelease(em: Em, ctx: Context, { objectId, happenedAt }: ReceiptSourceEntity): Promise<void> {
  const card = await findCardFactsOfEscrow(em, { escrowId: objectId })
  const did = card && (await findClaimedDid(em, card))
  if (!card || did === undefined) throw new Error(`no card escrow ${objectId} with a DID`)
  const { merchantId, transferredMinor, currency } = card
  const row = { id: ctx.ids.uuid(), escrowId: objectId, rail: 'card', role: 'beneficiary', merchantId, did, createdAt: happenedAt } as const
  await insertParty(em, row)
  const amount = formatUnits(transferredMinor, fiatDecimals[currency])
  const isNew = await writeOwnReceipt(em, ctx, {
    subjectDid: did,
    counterpartyDid: null,
    escrowId: objectId,
    category: 'economic.transaction',
    actionType: 'card_escrow_released',
    outcome: 'accepted',
    amount,
    currency,
    usdCents: await readUsdCents(ctx, { minor: transferredMinor, currency }),
    createdAt: happenedAt,
    source: `card_escrow:${objectId}`,
  })
  if (isNew) await askSettlementCredential(em, ctx, { escrowId: objectId, did, amount, currency, at: happenedAt })
}
