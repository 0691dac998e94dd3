import type { Commit, PayoutConditions, Recipient, Source } from '@gateway/domain/custody/intent'
import type { TermsSubject } from '@gateway/domain/custody/purposes'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const PayoutTermsSchema = defineEntity({
  name: 'PayoutTerms',
  tableName: 'payout_terms',
  properties: {
    id: p.uuid().primary(),
    subject: p.text().$type<TermsSubject>(),
    subjectId: p.uuid(),
    chain: p.text().$type<ChainCode>(),
    asset: p.text().$type<AssetCode>(),
    address: p.text(),
    source: p.json<Source>(),
    recipients: p.json<readonly Recipient[]>(),
    feeBps: p.integer(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
    conditions: p.json<PayoutConditions>().strictNullable(),
  },
})

/** Destinations frozen at creation, or when a payer named an address; insert only. */
export class PayoutTermsEntity extends PayoutTermsSchema.class implements Commit {}
PayoutTermsSchema.setClass(PayoutTermsEntity)
