import type { Mode } from '@gateway/domain/kernel/id'
import type { LightningState } from '@gateway/domain/lightning/machine'
import type { LightningDirection, LightningPayment } from '@gateway/domain/lightning/payment'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const LightningPaymentSchema = defineEntity({
  name: 'LightningPayment',
  tableName: 'lightning_payment',
  properties: {
    id: p.uuid().primary(),
    nodeId: p.uuid(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    walletId: p.text(),
    direction: p.text().$type<LightningDirection>(),
    state: p.text().$type<LightningState>(),
    paymentHash: p.text(),
    paymentRequest: p.text(),
    amountMsat: p.type(UnitsType).$type<bigint>(),
    reserveMsat: p.type(UnitsType).$type<bigint>(),
    feeMsat: p.type(UnitsType).$type<bigint>(),
    isInternal: p.boolean(),
    description: p.text().strictNullable(),
    destination: p.text().strictNullable(),
    preimage: p.text().strictNullable(),
    lnurlMetadata: p.text().strictNullable(),
    expiresAt: p.datetime(),
    lookAt: p.datetime().strictNullable(),
    settledAt: p.datetime().strictNullable(),
    eventSequence: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * Money that enters or leaves a wallet. `isInternal`: it is paid inside the service, so nothing of it is at the node. `lookAt`: when the node is asked about
 * it next; null once it has ended.
 */
export class LightningPaymentEntity extends LightningPaymentSchema.class implements LightningPayment {}
LightningPaymentSchema.setClass(LightningPaymentEntity)
