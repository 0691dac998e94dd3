import type { RecoveryNode } from '@gateway/chains/rail'
import type { Context } from '../../kernel/context.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { isWatchedTreasury } from './open-treasury.ts'

/** A node that tells how often an account has sent, where senders number their transactions. */
export type CountingNode = Pick<RecoveryNode, 'rail' | 'countSent'>

/**
 * Pauses all payouts when a gas payer that this database meets for the first time has sent transactions already: then the database is not that of a new
 * deployment, whatever the signer's files say. To be called before the gas payer is watched, so that a process that dies in between looks again.
 */
export async function guardGasPayer(ctx: Context, { rail, countSent }: CountingNode, address: string): Promise<void> {
  if (!countSent || (await isWatchedTreasury(ctx, rail, address))) return
  const { known } = await countSent(address)
  if (known === 0n) return
  const reason = `the gas payer ${address} has sent ${known} transactions on ${rail.chain}, and the database knows none: put the database back, or run \`custody rotate-seed\``
  await pausePayouts(ctx, { scope: 'global', by: 'watcher', reason })
}
