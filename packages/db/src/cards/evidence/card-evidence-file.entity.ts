import { defineEntity, p } from '@mikro-orm/core'
import type { EvidenceKind } from '@gateway/domain/cards/evidence'

const CardEvidenceFileSchema = defineEntity({
  name: 'CardEvidenceFile',
  tableName: 'card_evidence_file',
  properties: {
    id: p.uuid().primary(),
    disputeId: p.uuid(),
    kind: p.text().$type<EvidenceKind>(),
    name: p.text(),
    type: p.text(),
    bytes: p.blob(),
    createdAt: p.datetime(),
  },
})

/** A file of evidence on its way to the processor; it is gone once the processor has it or refuses it. */
export class CardEvidenceFileEntity extends CardEvidenceFileSchema.class {}
CardEvidenceFileSchema.setClass(CardEvidenceFileEntity)
