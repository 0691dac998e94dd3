import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const FlushSchema = defineEntity({
  name: 'Flush',
  tableName: 'flush',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    txId: p.text(),
    address: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>(),
    merchantUnits: p.type(UnitsType).$type<bigint>(),
    feeUnits: p.type(UnitsType).$type<bigint>(),
    height: p.integer(),
    blockHash: p.text(),
    txPlace: p.integer(),
    logPlace: p.integer(),
    intentId: p.uuid().strictNullable(),
    problem: p.text().strictNullable(),
    triedAt: p.datetime().strictNullable(),
    networkFeeUnits: p.type(UnitsType).$type<bigint>(),
    spent: p.json<readonly string[]>().strictNullable(),
    payoutTermsId: p.uuid().strictNullable(),
  },
})

/**
 * Money left a deposit address to the committed recipients, by our transaction or a third party's; settles one leg once it is final. With a `problem` it
 * settles none; one that the ledger rejected, the last time at `triedAt`, is posted again. `spent` names the deposits whose outputs were spent; a
 * contract pays out the whole balance of its address.
 */
export class FlushEntity extends FlushSchema.class {}
FlushSchema.setClass(FlushEntity)
