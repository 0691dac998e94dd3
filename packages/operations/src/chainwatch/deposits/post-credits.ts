import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import { depositCredited, type Holding } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { creditRevisions, type Inclusion } from '../../ledger/credit-revisions.ts'
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
  const revisionOf = await creditRevisions(
    em,
    due.map(({ deposit }) => deposit),
  )
  const credits = due.map(({ deposit, holding, heldIn }) => ({
    holding,
    deposit: Object.assign(deposit, { creditRevision: revisionOf(deposit.id), heldIn }),
  }))
  await postTransfers(
    em,
    ctx,
    credits.map(({ holding, deposit: { id, creditRevision: revision, units, heldIn } }) =>
      depositCredited(holding, { id, revision, units, heldIn }),
    ),
  )
  await recordCredited(
    em,
    credits.map(({ deposit }) => deposit),
  )
}
