import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { EscrowExit, EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const ContractOutcomeSchema = defineEntity({
  name: 'ContractOutcome',
  tableName: 'contract_outcome',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    subject: p.text().$type<WatchSubject>().primary(),
    subjectId: p.text().primary(),
    txId: p.text(),
    outcome: p.text().$type<EscrowOutcome>(),
    exit: p.text().$type<EscrowExit>(),
    height: p.integer(),
    isTold: p.boolean(),
  },
})

/** The outcome that the factory of escrows has recorded for an address, once and for good; its room is told when the block is final. */
export class ContractOutcomeEntity extends ContractOutcomeSchema.class {}
ContractOutcomeSchema.setClass(ContractOutcomeEntity)
