import type { Mode } from '@gateway/domain/kernel/id'
import type { ProcessorAccount } from '@gateway/domain/cards/processor-account'
import { defineEntity, p } from '@mikro-orm/core'

const ProcessorAccountSchema = defineEntity({
  name: 'ProcessorAccount',
  tableName: 'processor_account',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    processorAccountId: p.text().strictNullable().fieldName('account_id'),
    country: p.text(),
    email: p.text(),
    businessName: p.text(),
    detailsSubmitted: p.boolean(),
    chargesEnabled: p.boolean(),
    payoutsEnabled: p.boolean(),
    requirementsDue: p.json<string[]>(),
    requirementsDeadline: p.datetime().strictNullable(),
    disabledReason: p.text().strictNullable(),
    asOf: p.datetime().strictNullable(),
    lookAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** The account of a business at the card processor. */
export class ProcessorAccountEntity extends ProcessorAccountSchema.class implements ProcessorAccount {}
ProcessorAccountSchema.setClass(ProcessorAccountEntity)
