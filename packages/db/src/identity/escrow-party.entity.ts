import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import type { Did } from '@gateway/domain/identity/did'
import type { EscrowParty, EscrowRail } from '@gateway/domain/identity/party'
import { defineEntity, p } from '@mikro-orm/core'

const EscrowPartySchema = defineEntity({
  name: 'EscrowParty',
  tableName: 'escrow_party',
  properties: {
    id: p.uuid().primary(),
    escrowId: p.uuid(),
    rail: p.text().$type<EscrowRail>(),
    role: p.text().$type<EscrowRole>(),
    merchantId: p.uuid(),
    did: p.text().$type<Did>(),
    createdAt: p.datetime(),
  },
})

/** Which merchant is which party of an escrow, once and for ever. */
export class EscrowPartyEntity extends EscrowPartySchema.class implements EscrowParty {}
EscrowPartySchema.setClass(EscrowPartyEntity)
