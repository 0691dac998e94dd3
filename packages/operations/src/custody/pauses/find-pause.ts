import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type PauseScope, scopesOf } from '@gateway/domain/custody/pause'
import type { PayoutOwnerSubject } from '@gateway/domain/custody/purposes'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'

/** An object whose money a payout would move. */
interface Payable {
  readonly id: string
  readonly subject: PayoutOwnerSubject
  readonly chain: ChainCode
  readonly asset: AssetCode
  readonly businessId: BusinessId
}

/** The pause that stops a payout of an object now; undefined when none does. Takes no lock, because signing checks again. */
export async function findPause(em: Em, { id, subject, chain, asset, businessId }: Payable): Promise<PauseScope | undefined> {
  const { merchantId } = await tables(em).selectFrom('business').select('merchantId').where('id', '=', businessId).executeTakeFirstOrThrow()
  const pause = await tables(em)
    .selectFrom('pause')
    .select('scope')
    .where('scope', 'in', scopesOf({ chain, asset, merchantId, object: `${subject}:${id}` }))
    .where('pausedAt', 'is not', null)
    .orderBy('scope')
    .executeTakeFirst()
  return pause?.scope
}
