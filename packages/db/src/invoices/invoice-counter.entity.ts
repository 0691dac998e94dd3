import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const InvoiceCounterSchema = defineEntity({
  name: 'InvoiceCounter',
  tableName: 'invoice_counter',
  properties: {
    businessId: p.uuid().primary(),
    mode: p.text().$type<Mode>().primary(),
    last: p.integer(),
  },
})

/** The last number of a business and mode; whoever takes the next one holds its lock until the commit. */
export class InvoiceCounterEntity extends InvoiceCounterSchema.class {}
InvoiceCounterSchema.setClass(InvoiceCounterEntity)
