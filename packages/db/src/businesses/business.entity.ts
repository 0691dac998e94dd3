import type { Business } from '@gateway/domain/businesses/business'
import type { PlanCode } from '@gateway/domain/businesses/plan'
import type { TaxProfile } from '@gateway/domain/businesses/tax-profile'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

type Wallets = Business['wallets']
type FormerWallets = Business['formerWallets']

const BusinessSchema = defineEntity({
  name: 'Business',
  tableName: 'business',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    mode: p.text().$type<Mode>(),
    name: p.text(),
    description: p.text().strictNullable(),
    category: p.text().strictNullable(),
    plan: p.text().$type<PlanCode>(),
    timeZone: p.text(),
    statementDescriptor: p.text().strictNullable(),
    spreadBps: p.integer(),
    toleranceBps: p.integer(),
    paymentWindowSeconds: p.integer(),
    wallets: p.json<Wallets>(),
    formerWallets: p.json<FormerWallets>(),
    taxProfile: p.json<TaxProfile>().strictNullable(),
    eventSequence: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A merchant's store. `eventSequence` is the last sequence number its own events have used. */
export class BusinessEntity extends BusinessSchema.class implements Business {}
BusinessSchema.setClass(BusinessEntity)
