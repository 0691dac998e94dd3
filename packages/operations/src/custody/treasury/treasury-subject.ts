import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { treasuryFunded } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { creditRevisions } from '../../ledger/credit-revisions.ts'
import type { DepositChange, AddressOwner } from '../../kernel/address-owners.ts'

/** The platform's own addresses: a deposit there funds the treasury in its block. */
export const treasurySubject: AddressOwner = {
  async depositsChanged(em: Em, ctx: Context, { chain, ids }: DepositChange): Promise<void> {
    const deposits = await tables(em)
      .selectFrom('deposit')
      .selectAll()
      .where('subject', '=', 'treasury')
      .where('subjectId', 'in', [...ids])
      .where('state', '=', 'included')
      .where('creditRevision', 'is', null)
      .execute()
    const revisionOf = await creditRevisions(em, deposits)
    for (const { id, asset, units } of deposits) {
      if (asset === null) continue
      const revision = revisionOf(id)
      await postTransfers(em, ctx, [treasuryFunded({ asset, chain, mode: 'live' }, { id, revision, units })])
      await tables(em).updateTable('deposit').set({ creditRevision: revision }).where('id', '=', id).execute()
    }
  },
  holdingOf: () => Promise.resolve(undefined),
  findTold: () => Promise.resolve([]),
  async payoutsBroadcast() {},
  async payoutsFinal() {},
  async payoutsShrunk() {},
}
