import type { CardEscrow } from '@gateway/domain/cards/card-payment'
import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const CardEscrowSchema = defineEntity({
  name: 'CardEscrow',
  tableName: 'card_escrow',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    state: p.text().$type<CardEscrowState>(),
    transferredMinor: p.type(UnitsType).$type<bigint>(),
    reversedMinor: p.type(UnitsType).$type<bigint>(),
    reversedElsewhereMinor: p.type(UnitsType).$type<bigint>(),
    processorTransferId: p.text().strictNullable(),
    releaseReason: p.text().strictNullable(),
    releasedAt: p.datetime().strictNullable(),
    refundAt: p.datetime().strictNullable(),
    noticedAt: p.datetime().strictNullable(),
    stateVersion: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** What becomes of the money of a card payment that is held. `stateVersion` counts its changes of state. */
export class CardEscrowEntity extends CardEscrowSchema.class implements CardEscrow {}
CardEscrowSchema.setClass(CardEscrowEntity)
