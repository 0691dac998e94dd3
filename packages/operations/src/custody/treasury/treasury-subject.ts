import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { treasuryFunded } from '@gateway/domain/ledger/templates'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { creditRefs } from '../../ledger/deposit-credit-ref.ts'
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
      .where('creditedBy', 'is', null)
      .execute()
    const refs = await creditRefs(em, deposits)
    for (const { id, asset, units } of deposits) {
      const ref = refs.get(id)
      if (asset === null || ref === undefined) continue
      await postTransfers(em, ctx, [treasuryFunded({ asset, chain, mode: 'live' }, { ref, units })])
      await tables(em).updateTable('deposit').set({ creditedBy: ref }).where('id', '=', id).execute()
    }
  },
  holdingOf: () => Promise.resolve(undefined),
  async payoutsBroadcast() {},
  async payoutsFinal() {},
  async payoutsShrunk() {},
}
