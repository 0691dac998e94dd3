import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import type { Context } from '../../kernel/context.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { isWatchedTreasury } from './open-treasury.ts'

/** A node that reports how many transactions an account has sent. */
export type CountingNode = Pick<RecoveryNode, 'rail' | 'countSent'>

/**
 * Pauses all payouts when a gas payer that is new to this database has already sent transactions: the database is then not that of a new
 * deployment. Call it before the gas payer is watched, so that a crash in between repeats the check.
 */
export async function guardGasPayer(ctx: Context, { rail, countSent }: CountingNode, address: string): Promise<void> {
  if (!countSent || (await isWatchedTreasury(ctx, rail, address))) return
  const { known } = await countSent(address)
  if (known === 0n) return
  const reason = `the gas payer ${address} has sent ${known} transactions on ${rail.chain}, and the database knows none: restore the database, or run \`custody rotate-seed\``
  await pausePayouts(ctx, { scope: 'global', by: 'watcher', reason })
}
