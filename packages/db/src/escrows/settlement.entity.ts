import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { defineEntity, p } from '@mikro-orm/core'

const SettlementSchema = defineEntity({
  name: 'Settlement',
  tableName: 'settlement',
  properties: {
    escrowId: p.uuid().primary(),
    outcome: p.text().$type<EscrowOutcome>(),
    actor: p.text().$type<EscrowActor>(),
    evidence: p.blob().strictNullable(),
    at: p.datetime(),
  },
})

/** The one outcome of an escrow, and who has chosen it; insert only. A party's evidence is its sealed token. */
export class SettlementEntity extends SettlementSchema.class {}
SettlementSchema.setClass(SettlementEntity)
