import type { EmailKind } from '@gateway/domain/accounts/email'
import { defineEntity, p } from '@mikro-orm/core'

const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'email',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    kind: p.text().$type<EmailKind>(),
    sealed: p.blob().strictNullable(),
    createdAt: p.datetime(),
    usefulUntil: p.datetime(),
    nextAttemptAt: p.datetime(),
    attempts: p.integer(),
    lastProblem: p.text().strictNullable(),
    sentAt: p.datetime().strictNullable(),
    givenUpAt: p.datetime().strictNullable(),
  },
})

/** An e-mail to a merchant. `sealed` holds receiver and text for the role that sends, until it is sent or given up. */
export class EmailEntity extends EmailSchema.class {}
EmailSchema.setClass(EmailEntity)
