import type { Deposit, DepositState, WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const DepositSchema = defineEntity({
  name: 'Deposit',
  tableName: 'deposit',
  properties: {
    id: p.text().primary(),
    chain: p.text().$type<ChainCode>(),
    ref: p.text(),
    txId: p.text(),
    vout: p.integer().strictNullable(),
    untraced: p.boolean(),
    address: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    token: p.text().strictNullable(),
    tokenAccount: p.text().strictNullable(),
    units: p.type(UnitsType).$type<bigint>(),
    state: p.text().$type<DepositState>(),
    height: p.integer().strictNullable(),
    blockHash: p.text().strictNullable(),
    txPlace: p.integer().strictNullable(),
    logPlace: p.integer().strictNullable(),
    arrivedAt: p.datetime(),
    inheritedArrival: p.datetime().strictNullable(),
    goneAt: p.datetime().strictNullable(),
    replaced: p.boolean(),
    reorged: p.boolean(),
    dead: p.boolean(),
    leastConfirmations: p.integer(),
    maturesAt: p.integer().strictNullable(),
    creditRevision: p.integer().strictNullable(),
    heldIn: p.text().$type<HeldAccount>(),
    intentId: p.uuid().strictNullable(),
  },
})

/**
 * Money that arrived at a watched address, as it stands now. `heldIn` is the account that its credit is booked to; `maturesAt` is the height at which it may be credited; `leastConfirmations` are those that its chain asks for before it can be spent at all; the places order what
 * happened within its block.
 */
export class DepositEntity extends DepositSchema.class implements Deposit {}
DepositSchema.setClass(DepositEntity)
