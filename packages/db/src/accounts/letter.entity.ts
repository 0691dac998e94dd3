import type { EmailKind } from '@gateway/domain/accounts/email'
import { defineEntity, p } from '@mikro-orm/core'

const LetterSchema = defineEntity({
  name: 'Letter',
  tableName: 'letter',
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

/** A letter to a merchant. `sealed` holds receiver and text for the role that sends, until it is sent or given up. */
export class LetterEntity extends LetterSchema.class {}
LetterSchema.setClass(LetterEntity)
