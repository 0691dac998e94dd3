import type { Escrow } from '@gateway/domain/escrows/escrow'
import type { ContractDecision, EscrowContract } from '@gateway/domain/escrows/contract'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const EscrowSchema = defineEntity({
  name: 'Escrow',
  tableName: 'escrow',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid().strictNullable(),
    businessId: p.uuid().strictNullable(),
    mode: p.text().$type<Mode>(),
    asset: p.text().$type<AssetCode>(),
    chain: p.text().$type<ChainCode>(),
    address: p.text().strictNullable(),
    contract: p.json<EscrowContract>().strictNullable(),
    decision: p.json<ContractDecision>().strictNullable(),
    state: p.text().$type<EscrowState>(),
    amountUnits: p.type(UnitsType).$type<bigint>(),
    usdCents: p.type(UnitsType).$type<bigint>(),
    feeBps: p.integer(),
    depositorAddress: p.text().strictNullable(),
    beneficiaryAddress: p.text(),
    arbiterAddress: p.text().strictNullable(),
    metadata: p.json<Record<string, unknown>>(),
    quoteId: p.uuid(),
    payoutTermsId: p.uuid().strictNullable(),
    confirmationsRequired: p.integer(),
    finalityRequired: p.boolean(),
    releaseTokenHash: p.blob(),
    beneficiaryTokenHash: p.blob(),
    depositedUnits: p.type(UnitsType).$type<bigint>(),
    depositTxId: p.text().strictNullable(),
    settlementTxId: p.text().strictNullable(),
    disputeReason: p.text().strictNullable(),
    disputeResolution: p.text().strictNullable(),
    eventSequence: p.integer(),
    stateVersion: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime(),
    deadlineAt: p.datetime().strictNullable(),
    fundedAt: p.datetime().strictNullable(),
    disputedAt: p.datetime().strictNullable(),
    releasedAt: p.datetime().strictNullable(),
    refundedAt: p.datetime().strictNullable(),
    settledAt: p.datetime().strictNullable(),
  },
})

/** Money of one party that waits for its one outcome. The hashes are HMACs of the parties' tokens. */
export class EscrowEntity extends EscrowSchema.class implements Escrow {}
EscrowSchema.setClass(EscrowEntity)
