import type { Invoice } from '@gateway/domain/invoices/invoice'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import type { InvoiceState } from '@gateway/domain/invoices/machine'
import type { Buyer, Seller } from '@gateway/domain/invoices/party'
import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'
import { InvoiceLinesType } from './invoice-lines.type.ts'

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoice',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    number: p.integer(),
    clientId: p.uuid().strictNullable(),
    currency: p.text().$type<FiatCode>(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    lines: p.type(InvoiceLinesType).$type<readonly InvoiceLine[]>(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    state: p.text().$type<InvoiceState>(),
    issueDate: p.text().strictNullable(),
    serviceDate: p.text().strictNullable(),
    dueDate: p.text().strictNullable(),
    notes: p.text().strictNullable(),
    language: p.text().strictNullable(),
    taxExemptionReason: p.text().strictNullable(),
    buyerReference: p.text().strictNullable(),
    walletId: p.text().strictNullable(),
    walletAddress: p.text().strictNullable(),
    paymentAddress: p.text().strictNullable(),
    payoutTermsId: p.uuid().strictNullable(),
    takesCards: p.boolean(),
    feeBps: p.integer(),
    seller: p.json<Seller>().strictNullable(),
    buyer: p.json<Buyer>().strictNullable(),
    creditedMinor: p.type(UnitsType).$type<bigint>(),
    creditNotesMinor: p.type(UnitsType).$type<bigint>(),
    outsideMinor: p.type(UnitsType).$type<bigint>().strictNullable(),
    outsideNote: p.text().strictNullable(),
    outsideBy: p.text().strictNullable(),
    remindersOn: p.boolean(),
    overdueAt: p.datetime().strictNullable(),
    sentAt: p.datetime().strictNullable(),
    viewedAt: p.datetime().strictNullable(),
    paidAt: p.datetime().strictNullable(),
    eventSequence: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** An invoice. `eventSequence` is the last sequence number its events have used. Days are texts: a date of Postgres would come as a moment. */
export class InvoiceEntity extends InvoiceSchema.class implements Invoice {}
InvoiceSchema.setClass(InvoiceEntity)
