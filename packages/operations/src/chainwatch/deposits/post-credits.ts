import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import { depositCredited, type Holding } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { creditRefs, type Inclusion } from '../../ledger/deposit-credit-ref.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { recordCredited } from './read-deposits.ts'

/** A deposit to credit, its owner, and the ledger account that holds it. */
export interface DueCredit {
  readonly deposit: Inclusion & Pick<DepositEntity, 'units'>
  readonly holding: Holding
  readonly heldIn: HeldAccount
}

/** Credits deposits in the ledger, once per inclusion (L1 or L15), and marks the rows and the given objects as credited. */
export async function postCredits(em: Em, ctx: Context, due: readonly DueCredit[]): Promise<void> {
  const refs = await creditRefs(
    em,
    due.map(({ deposit }) => deposit),
  )
  const credits = due.map(({ deposit, holding, heldIn }) => ({
    holding,
    deposit: Object.assign(deposit, { creditedBy: refs.get(deposit.id) ?? deposit.id, heldIn }),
  }))
  await postTransfers(
    em,
    ctx,
    credits.map(({ holding, deposit: { creditedBy, units, heldIn } }) => depositCredited(holding, { ref: creditedBy, units, heldIn })),
  )
  await recordCredited(
    em,
    credits.map(({ deposit }) => deposit),
  )
}
