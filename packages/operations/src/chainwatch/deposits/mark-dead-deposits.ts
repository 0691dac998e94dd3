import type { Block } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { type Context } from '../../kernel/context.ts'
import { finalHeightOf } from '../../custody/payouts/final-height.ts'
import { observe, type Touched } from './record-deposits.ts'
import { IS_UNTRACED } from './untraced-deposits.ts'
import { shrinkPayouts } from './shrink-payouts.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'

/** A block, and who is told of what it proves. */
interface Burying {
  readonly chain: ChainCode
  readonly block: Block
  readonly view: ChainView
  readonly subjects: AddressOwners
}

/**
 * Finds deposits that can never come back: an input or the sender's nonce was consumed by another transaction that is final, or they have
 * been in no mempool and no block for 72 hours. What was to pay them pays what is left.
 *
 * Absent is only what was looked for: while a chain is not read to its head, a deposit may stand in a block that comes.
 *
 * @returns the objects whose deposits were proven dead by this block.
 */
export async function markDeadDeposits(em: Em, ctx: Context, input: Burying): Promise<Touched[]> {
  const { chain, block, view, subjects } = input
  const finalHeight = finalHeightOf(ctx.rails, chain, view)
  const spent = tables(em)
    .selectFrom('deposit_bind')
    .select('txId')
    .where('chain', '=', chain)
    .where('rivalHeight', 'is not', null)
    .where('rivalHeight', '<=', finalHeight)
  const dead = await tables(em)
    .updateTable('deposit')
    .set({ dead: true })
    .where('chain', '=', chain)
    .where('state', '=', 'gone')
    .where('dead', '=', false)
    .where((eb) => eb.or([eb('goneAt', '<=', absentSince(chain)), eb.and([eb('txId', 'in', spent), eb.not(IS_UNTRACED)])]))
    .returning(['id', 'subject', 'subjectId', 'asset', 'units'])
    .execute()
  await observe(em, { chain, at: view.at, kind: 'died', block }, dead)
  await shrinkPayouts(em, ctx, { chain, blockHash: block.hash, finalHeight, subjects })
  return dead
}

const absentSince = (chain: ChainCode) =>
  sql<Date>`(SELECT known_until - interval '72 hours' FROM chain_cursor WHERE chain_cursor.chain = ${chain})`
