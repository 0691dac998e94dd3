import { type EscrowFacts, findEscrowFacts } from '@gateway/db/identity/party-queries'
import type { ReceiptSourceEntity } from '@gateway/db/identity/receipts/receipt-source.entity'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import type { Context } from '../../kernel/context.ts'
import { askSettlementCredential } from './ask-settlement-credential.ts'
import { type OwnReceipt, writeOwnReceipt } from './write-own-receipt.ts'

/** Writes the receipt of a party that was bound when its escrow settled, and asks for its credential. */
export async function writeSettlement(em: Em, ctx: Context, source: ReceiptSourceEntity): Promise<void> {
  const { of, escrow } = await readSource(em, source)
  const isNew = await writeOwnReceipt(em, ctx, {
    ...of,
    category: 'economic.transaction',
    actionType: 'escrow_settled',
    outcome: 'accepted',
    usdCents: escrow.usdCents,
    source: `escrow:${escrow.id}:${of.subjectDid}`,
  })
  const { amount, currency } = escrow
  if (isNew) await askSettlementCredential(em, ctx, { escrowId: escrow.id, did: of.subjectDid, amount, currency, at: of.createdAt })
}

/** Writes the receipt of a party against which operators have decided a dispute. */
export async function writeLostDispute(em: Em, ctx: Context, source: ReceiptSourceEntity): Promise<void> {
  const { of, escrow } = await readSource(em, source)
  await writeOwnReceipt(em, ctx, {
    ...of,
    category: 'economic.dispute',
    actionType: 'escrow_dispute_lost',
    outcome: 'disputed',
    usdCents: null,
    source: `escrow_dispute:${escrow.id}:${of.subjectDid}`,
  })
}

interface Read {
  readonly escrow: EscrowFacts
  readonly of: Pick<OwnReceipt, 'counterpartyDid' | 'escrowId' | 'amount' | 'currency' | 'createdAt'> & { readonly subjectDid: Did }
}

async function readSource(em: Em, { objectId, subjectDid, counterpartyDid, happenedAt }: ReceiptSourceEntity): Promise<Read> {
  const escrow = await findEscrowFacts(em, { id: objectId })
  if (!escrow || subjectDid === null) throw new Error(`no escrow ${objectId} with a party`)
  const { amount, currency } = escrow
  return { escrow, of: { subjectDid, counterpartyDid, escrowId: objectId, amount, currency, createdAt: happenedAt } }
}
