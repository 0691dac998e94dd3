import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import { defineEntity, p } from '@mikro-orm/core'

const EscrowPartySchema = defineEntity({
  name: 'EscrowParty',
  tableName: 'escrow_party',
  properties: {
    id: p.uuid().primary(),
    escrowId: p.uuid(),
    rail: p.text().$type<'crypto' | 'card'>(),
    role: p.text().$type<EscrowRole>(),
    merchantId: p.uuid(),
    did: p.text(),
    createdAt: p.datetime(),
  },
})

/** Which merchant is which party of an escrow, once and for ever. */
export class EscrowPartyEntity extends EscrowPartySchema.class {}
EscrowPartySchema.setClass(EscrowPartyEntity)
