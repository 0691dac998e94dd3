import type { Block } from '@gateway/chains/rail/block'
import { findRefundWatch } from '@gateway/db/chainwatch/watched-address-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { RefundFacts } from '../../kernel/address-owners.ts'

/** The transfers of a block to addresses that merchants refund to, in one query. */
export async function findRefundFacts(ctx: Pick<Context, 'orm'>, chain: ChainCode, { transfers }: Block): Promise<RefundFacts> {
  const served = transfers.filter(({ asset, units }) => asset !== null && units > 0n)
  const { keys, hasUnsettled } = await findRefundWatch(ctx.orm.em.fork(), { chain, addresses: served.map(({ to }) => to) })
  return { transfers: served.filter(({ to }) => keys.has(to)), hasUnsettled }
}
