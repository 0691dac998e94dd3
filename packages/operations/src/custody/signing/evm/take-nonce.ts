import { findLastNonce } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { readFinalHeight } from '../../payouts/final-height.ts'
import type { SignerContext } from '../../signer-context.ts'

/**
 * The next nonce of a gas payer, in the transaction that stores the bytes, so that there are no gaps; the caller holds the sender lock. A nonce used
 * elsewhere in a final block is skipped; before finality it is not, since a reorg could leave a gap.
 */
export async function takeNonce(em: Em, ctx: SignerContext, slot: { chain: ChainCode; sender: string; intentId: string }): Promise<number> {
  const finalHeight = await readFinalHeight(em, ctx.rails, slot.chain)
  const nonce = (await findLastNonce(em, { ...slot, finalHeight })) + 1n
  await tables(em)
    .insertInto('nonce_slot')
    .values({ ...slot, nonce })
    .execute()
  return Number(nonce)
}
