import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { LateVerdict } from '@gateway/domain/payments/late-payment'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { Resolution } from '@gateway/domain/payments/movements'
import type { Payment, PaymentException } from '@gateway/domain/payments/payment'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    asset: p.text().$type<AssetCode>(),
    chain: p.text().$type<ChainCode>(),
    address: p.text(),
    state: p.text().$type<PaymentState>(),
    currency: p.text().$type<FiatCode>(),
    fiatMinor: p.type(UnitsType).$type<bigint>(),
    usdCents: p.type(UnitsType).$type<bigint>(),
    dueUnits: p.type(UnitsType).$type<bigint>(),
    toleranceUnits: p.type(UnitsType).$type<bigint>(),
    toleranceBps: p.integer().strictNullable(),
    rulesId: p.text(),
    quoteId: p.uuid(),
    payoutTermsId: p.uuid(),
    feeBps: p.integer(),
    expiresAt: p.datetime(),
    confirmationsRequired: p.integer(),
    finalityRequired: p.boolean(),
    receivedUnits: p.type(UnitsType).$type<bigint>(),
    refundedUnits: p.type(UnitsType).$type<bigint>(),
    returningUnits: p.type(UnitsType).$type<bigint>(),
    includedHeight: p.integer().strictNullable(),
    exceptions: p.array().$type<PaymentException[]>(),
    lateVerdict: p.text().$type<LateVerdict>().strictNullable(),
    lateQuoteId: p.uuid().strictNullable(),
    acceptedAt: p.datetime().strictNullable(),
    resolution: p.text().$type<Resolution>().strictNullable(),
    txId: p.text().strictNullable(),
    forwardTxId: p.text().strictNullable(),
    platformTxId: p.text().strictNullable(),
    feeUnits: p.type(UnitsType).$type<bigint>().strictNullable(),
    merchantUnits: p.type(UnitsType).$type<bigint>().strictNullable(),
    networkFeeUnits: p.type(UnitsType).$type<bigint>().strictNullable(),
    description: p.text().strictNullable(),
    metadata: p.json<Record<string, unknown>>(),
    successUrl: p.text().strictNullable(),
    cancelUrl: p.text().strictNullable(),
    eventSequence: p.integer(),
    stateVersion: p.integer(),
    shownDigest: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    detectedAt: p.datetime().strictNullable(),
    confirmedAt: p.datetime().strictNullable(),
    forwardedAt: p.datetime().strictNullable(),
  },
})

/**
 * A payment. `eventSequence` is the last sequence number its events have used; `stateVersion` counts its changes of state.
 * `shownDigest` is the digest of the status and movements that its last event has shown.
 */
export class PaymentEntity extends PaymentSchema.class implements Payment {}
PaymentSchema.setClass(PaymentEntity)
