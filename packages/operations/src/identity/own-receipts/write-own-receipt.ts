import { insertReceipt } from '@gateway/db/identity/receipts/submitted-queries'
import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import type { Em } from '@gateway/db/orm'
import { baseOf } from '@gateway/domain/identity/receipt-chain'
import type { Context } from '../../kernel/context.ts'
import { hundredthsOf } from '../judging/hundredths-of.ts'

/** What the service says of a DID; `source` names what happened, of which there is one receipt. */
export type OwnReceipt = Pick<
  ReceiptEntity,
  'subjectDid' | 'counterpartyDid' | 'escrowId' | 'category' | 'actionType' | 'outcome' | 'amount' | 'currency' | 'usdCents' | 'createdAt'
> & { readonly source: string }

/** Writes a receipt of the service, which counts. @returns false when it is written already. */
export async function writeOwnReceipt(em: Em, { ids }: Pick<Context, 'ids'>, receipt: OwnReceipt): Promise<boolean> {
  const terms = { kind: 'service' as const, rating: null, ...receipt }
  const stored = await insertReceipt(em, {
    ...terms,
    id: ids.uuid(),
    authorMerchantId: null,
    weightHundredths: hundredthsOf(baseOf(terms)),
    taskDescription: null,
    content: { source: receipt.source },
    isVerified: true,
  })
  return stored !== undefined
}
