import type { Block } from '@gateway/chains/rail/block'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { finalHeightOf } from '../../custody/payouts/final-height.ts'
import { observe, type Touched } from './record-deposits.ts'
import { shrinkPayouts } from './shrink-payouts.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'

/** A block, with the subjects to notify. */
interface Burying {
  readonly chain: ChainCode
  readonly block: Block
  readonly view: ChainView
  readonly subjects: AddressOwners
}

/**
 * Marks dead deposits: an input or the sender's nonce was spent by another final transaction, or they were missing from mempool and blocks for 72
 * hours. Their payouts shrink to the rest.
 *
 * Time below an unread head does not count as missing: an unread block may hold the deposit.
 *
 * @returns the objects whose deposits this block proved dead.
 */
export async function markDeadDeposits(em: Em, ctx: Context, input: Burying): Promise<Touched[]> {
  const { chain, block, view, subjects } = input
  const finalHeight = finalHeightOf(ctx.rails, chain, view)
  const spent = tables(em)
    .selectFrom('deposit_input')
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
    .where((eb) => eb.or([eb('goneAt', '<=', absentSince(chain)), eb.and([eb('txId', 'in', spent), eb('untraced', '=', false)])]))
    .returning(['id', 'subject', 'subjectId', 'asset', 'units'])
    .execute()
  await observe(em, { chain, at: view.at, kind: 'died', block }, dead)
  await shrinkPayouts(em, ctx, { chain, blockHash: block.hash, finalHeight, subjects })
  return dead
}

const absentSince = (chain: ChainCode) =>
  sql<Date>`(SELECT known_until - interval '72 hours' FROM chain_cursor WHERE chain_cursor.chain = ${chain})`
