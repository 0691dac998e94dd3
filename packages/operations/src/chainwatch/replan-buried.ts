import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import { markHeld } from '../custody/hold-intents.ts'
import { holdOpenLegs } from '../custody/legs.ts'
import { reshapeLeg } from '../custody/reshape-leg.ts'
import type { Buried } from './bury-spent.ts'

/** Deposits that were just proven dead, and the block that proves it. */
interface Burial {
  readonly chain: ChainCode
  readonly blockHash: string
  readonly finalHeight: number
  readonly dead: readonly Buried[]
}

/**
 * Has payouts that have lost some of their deposits for good pay what is left to them. One that has lost all keeps them: it pays nothing, and goes on
 * if one of them comes back after all.
 *
 * A transaction that was signed over a dead output can never be mined, so it is dead too and the rest is signed for anew. That takes a proof: where a
 * deposit is only not seen for long, its payout waits with it.
 */
export async function replanBuried(em: Em, ctx: Context, burial: Burial): Promise<void> {
  const taken = burial.dead.flatMap(({ intentId }) => intentId ?? [])
  for (const intent of await holdOpenLegs(em, taken)) await replan(em, ctx, { ...burial, intent })
}

async function replan(em: Em, ctx: Context, { intent, dead, ...burial }: Burial & { intent: SpendIntentEntity }): Promise<void> {
  const left = await readLiving(em, intent.id)
  if (left.length === 0) return
  const own = dead.filter(({ intentId }) => intentId === intent.id)
  if (ctx.rails.get(intent.chain)?.family === 'utxo' && !(await endAttempts(em, ctx, { ...burial, intent, dead: own }))) return
  const { feeBps } = await tables(em).selectFrom('commit').select('feeBps').where('id', '=', intent.commitId).executeTakeFirstOrThrow()
  await reshapeLeg(em, ctx, { intent, deposits: left, feeBps, blockHash: burial.blockHash })
}

const readLiving = (em: Em, intentId: string): Promise<{ id: string; units: bigint }[]> =>
  tables(em)
    .selectFrom('deposit')
    .select(['id', 'units'])
    .where('intentId', '=', intentId)
    .where('dead', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ends what was signed over the dead outputs. @returns false when something was and cannot be proven dead. */
async function endAttempts(em: Em, ctx: Context, { intent, ...burial }: Burial & { intent: SpendIntentEntity }): Promise<boolean> {
  const live = await tables(em)
    .selectFrom('spend_attempt')
    .select('n')
    .where('intentId', '=', intent.leadId)
    .where('state', 'in', ['signed', 'broadcast'])
    .forUpdate()
    .executeTakeFirst()
  if (!live) return true
  const proof = await findProof(em, burial)
  if (!proof) return false
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: 'dead', proof, updatedAt: ctx.clock.now() })
    .where('intentId', '=', intent.leadId)
    .where('n', '=', live.n)
    .execute()
  await markHeld(em, ctx, { ids: [intent.id], reason: 'deposits_do_not_match' })
  Object.assign(intent, { state: 'held' })
  return true
}

/** A final block in which another transaction has spent what one of the dead deposits needs. */
async function findProof(em: Em, { chain, finalHeight, dead }: Burial): Promise<{ spent: string; rivalHeight: number } | undefined> {
  const txIds = dead.map(({ txId }) => txId)
  const rival = await tables(em)
    .selectFrom('deposit_bind')
    .select(['bind', 'rivalHeight'])
    .where('chain', '=', chain)
    .where('txId', 'in', txIds)
    .where('rivalHeight', '<=', finalHeight)
    .executeTakeFirst()
  return rival && rival.rivalHeight !== null ? { spent: rival.bind, rivalHeight: rival.rivalHeight } : undefined
}
