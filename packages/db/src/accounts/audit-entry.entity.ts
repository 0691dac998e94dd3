import type { AuditAction, AuditEntry } from '@gateway/domain/accounts/audit-entry'
import { defineEntity, p } from '@mikro-orm/core'

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(),
    actor: p.text(),
    action: p.text().$type<AuditAction>(),
    subjectId: p.text(),
    details: p.json<Record<string, unknown>>(),
    merchantId: p.uuid().strictNullable(),
    businessId: p.uuid().strictNullable(),
  },
})

/** A decision of a user or an operator, written with its changes and never altered. */
export class AuditEntryEntity extends AuditEntrySchema.class implements AuditEntry {}
AuditEntrySchema.setClass(AuditEntryEntity)
