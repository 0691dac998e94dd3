import type { Em } from '@gateway/db/orm'
import { PLATFORM, type Treasury, treasuryFunded } from '@gateway/domain/ledger/templates'
import type { Context } from '../context.ts'
import { lockBalance } from '../ledger/lock-balance.ts'
import { postTransfers } from '../ledger/post-transfer.ts'

/** What is about to be taken off the treasury in the book. */
interface Leaving {
  readonly treasury: Treasury
  readonly txId: string
  readonly units: bigint
  /** What takes it off: each once. */
  readonly by: string
}

/**
 * Books what came to the treasury unseen (from within a contract, or before the chain was read) as funding, with an alarm: what has left it, or has
 * paid gas, was there, so whatever the book does not know of must have come so.
 *
 * What could leave is what the platform's cost adds up to: the treasury's balance has earned fees in it, too, and those lie at another address.
 */
export async function coverTreasury(em: Em, ctx: Context, { treasury, txId, units, by }: Leaving): Promise<void> {
  const { asset, mode, chain } = treasury
  // First the one that is opened first: postings lock accounts in the order of their ids.
  await lockBalance(em, { asset, mode, code: 'chain:treasury', owner: chain })
  const missing = units - (await lockBalance(em, { asset, mode, code: 'platform:cost', owner: PLATFORM }))
  if (missing <= 0n) return
  ctx.log.error({ alarm: 'treasury_unseen', chain, txId, units: missing.toString() }, 'the treasury has spent coins nobody had seen')
  await postTransfers(em, ctx, [treasuryFunded(treasury, { ref: `unseen:${by}`, units: missing })])
}
