import type { ActionCategory } from '@gateway/domain/identity/categories'
import type { Did } from '@gateway/domain/identity/did'
import type { ReceiptKind } from '@gateway/domain/identity/receipt'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const ReceiptSchema = defineEntity({
  name: 'Receipt',
  tableName: 'receipt',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<ReceiptKind>(),
    subjectDid: p.text().$type<Did>(),
    counterpartyDid: p.text().$type<Did>().strictNullable(),
    authorMerchantId: p.uuid().strictNullable(),
    escrowId: p.uuid().strictNullable(),
    category: p.text().$type<ActionCategory>(),
    actionType: p.text().strictNullable(),
    outcome: p.text(),
    rating: p.integer().strictNullable(),
    amount: p.text().strictNullable(),
    currency: p.text().strictNullable(),
    usdCents: p.type(UnitsType).$type<bigint>().strictNullable(),
    weightHundredths: p.integer(),
    taskDescription: p.text().strictNullable(),
    content: p.json<Record<string, unknown>>(),
    source: p.text().strictNullable(),
    isVerified: p.boolean(),
    withdrawnAt: p.datetime().strictNullable(),
    withdrawnBy: p.text().$type<'operator' | 'service'>().strictNullable(),
    sequence: p.bigint().strictNullable(),
    previousDigest: p.blob().strictNullable(),
    digest: p.blob().strictNullable(),
    createdAt: p.datetime(),
  },
})

/**
 * What is said about a DID. Only `isVerified`, `withdrawnAt` and `withdrawnBy` change, and its place in the chain of its DID is written once.
 * `counterpartyDid` is null for a payer whom nobody has identified, `authorMerchantId` for the service itself; `source` says what that wrote it for.
 */
export class ReceiptEntity extends ReceiptSchema.class {}
ReceiptSchema.setClass(ReceiptEntity)
