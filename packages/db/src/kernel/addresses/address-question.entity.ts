import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const AddressQuestionSchema = defineEntity({
  name: 'AddressQuestion',
  tableName: 'address_question',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    address: p.text().primary(),
    askedAt: p.datetime(),
    use: p.text().$type<AddressUse>().strictNullable(),
    answeredAt: p.datetime().strictNullable(),
  },
})

/** An address that somebody has named, and what its chain's node knows it as; open while `answeredAt` is null or before `askedAt`. */
export class AddressQuestionEntity extends AddressQuestionSchema.class {}
AddressQuestionSchema.setClass(AddressQuestionEntity)
