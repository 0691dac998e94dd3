import type { CardPayment } from '@gateway/domain/cards/card-payment'
import type { CardPaymentState } from '@gateway/domain/cards/payment-machine'
import type { LanguageTag } from '@gateway/domain/kernel/language'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const CardPaymentSchema = defineEntity({
  name: 'CardPayment',
  tableName: 'card_payment',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    state: p.text().$type<CardPaymentState>(),
    escrowId: p.uuid().strictNullable(),
    invoiceId: p.uuid().strictNullable(),
    processorAccountId: p.text(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text().$type<FiatCode>(),
    feeBps: p.integer(),
    description: p.text().strictNullable(),
    metadata: p.json<Record<string, unknown>>(),
    successUrl: p.text().strictNullable(),
    cancelUrl: p.text().strictNullable(),
    customerEmail: p.text().strictNullable(),
    language: p.text().$type<LanguageTag>().strictNullable(),
    expiresAt: p.datetime(),
    isReopenable: p.boolean(),
    checkoutSessionId: p.text().strictNullable(),
    isProcessing: p.boolean(),
    checkoutUrl: p.text().strictNullable(),
    paymentIntentId: p.text().strictNullable(),
    chargeId: p.text().strictNullable(),
    applicationFeeId: p.text().strictNullable(),
    capturedMinor: p.type(UnitsType).$type<bigint>().strictNullable(),
    capturedAt: p.datetime().strictNullable(),
    refundedMinor: p.type(UnitsType).$type<bigint>(),
    pendingMinor: p.type(UnitsType).$type<bigint>(),
    withdrawnMinor: p.type(UnitsType).$type<bigint>(),
    lostMinor: p.type(UnitsType).$type<bigint>(),
    feeReturnedMinor: p.type(UnitsType).$type<bigint>(),
    feeReturnedElsewhereMinor: p.type(UnitsType).$type<bigint>(),
    holdReason: p.text().strictNullable(),
    lookAt: p.datetime().strictNullable(),
    eventSequence: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A payment by card. `eventSequence` is the last sequence number that its events have used. */
export class CardPaymentEntity extends CardPaymentSchema.class implements CardPayment {}
CardPaymentSchema.setClass(CardPaymentEntity)
