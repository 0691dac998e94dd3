import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import type { EscrowEventType } from '@gateway/domain/escrows/history'
import { defineEntity, p } from '@mikro-orm/core'

const EscrowEventSchema = defineEntity({
  name: 'EscrowEvent',
  tableName: 'escrow_event',
  properties: {
    id: p.uuid().primary(),
    escrowId: p.uuid(),
    n: p.integer(),
    eventType: p.text().$type<EscrowEventType>(),
    actor: p.text().$type<EscrowActor>(),
    details: p.json<Record<string, string>>(),
    hash: p.blob(),
    createdAt: p.datetime(),
  },
})

/** An entry in the history of an escrow; insert only. Its hash is made over the entry before it. */
export class EscrowEventEntity extends EscrowEventSchema.class {}
EscrowEventSchema.setClass(EscrowEventEntity)
