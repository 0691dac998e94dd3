import type { EmailKind, UnsentReason } from '@gateway/domain/accounts/email'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import { defineEntity, p } from '@mikro-orm/core'

const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'email',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    kind: p.text().$type<EmailKind>(),
    recipient: p.blob().strictNullable(),
    businessId: p.uuid().strictNullable(),
    sealed: p.blob().strictNullable(),
    createdAt: p.datetime(),
    dueAt: p.datetime(),
    usefulUntil: p.datetime(),
    escrowId: p.uuid().strictNullable(),
    escrowState: p.text().$type<EscrowState>().strictNullable(),
    documentId: p.uuid().strictNullable(),
    nextAttemptAt: p.datetime(),
    attempts: p.integer(),
    lastProblem: p.text().strictNullable(),
    sentAt: p.datetime().strictNullable(),
    givenUpAt: p.datetime().strictNullable(),
    unsentReason: p.text().$type<UnsentReason>().strictNullable(),
  },
})

/** An e-mail to a merchant or a payer. `sealed` holds receiver and text for the role that sends, until it is sent or given up. */
export class EmailEntity extends EmailSchema.class {}
EmailSchema.setClass(EmailEntity)
