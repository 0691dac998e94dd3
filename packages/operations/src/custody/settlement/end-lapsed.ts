import type { ChainNode, Lapses } from '@gateway/chains/rail/chain-node'
import { findExpiring, type ExpiringAttempt } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLeads } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LAPSE_PROOF_MS } from '@gateway/domain/custody/rules'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceAttempt } from '../payouts/advance-attempts.ts'
import { advanceIntents } from '../payouts/advance-intents.ts'
import { holdIntents } from '../payouts/hold-intents.ts'

/** No transaction that was refused at a height was signed so many blocks before: it would have expired. */
const LOOK_BACK_BLOCKS = 300

/** A node, and the height up to which its chain has been read. */
interface Reading {
  readonly node: ChainNode
  readonly height: number
}

/**
 * Marks transactions dead that have expired unmined, and reopens their payouts. Two looks at the node's whole history prove it, half a minute
 * apart, once every block that was final at the first look has been read here: a payout declared dead too early would be signed twice. One that nodes have
 * refused rests before it is tried again, as after a final transaction that moved nothing.
 */
export async function endLapsed(ctx: Context, { node, height }: Reading): Promise<void> {
  if (!node.readLapses) return
  const expiring = await findExpiring(ctx.orm.em.fork(), node.rail)
  if (expiring.length === 0) return
  const lapses = await node.readLapses(expiring.map(({ handle: txId, lastValidBlockHeight }) => ({ txId, lastValidBlockHeight })))
  const expired = { name: 'expiring_attempts', read: () => Promise.resolve(expiring), keyOf, aboutOf } as const
  await sweepEach<ExpiringAttempt>(ctx, expired, (attempt) => look(ctx, { attempt, lapses, height }))
}

const keyOf = ({ intentId, n }: ExpiringAttempt): string => `${intentId} ${n}`
const aboutOf = ({ chain, intentId, handle: txId }: ExpiringAttempt) => ({ chain, intentId, txId })

interface Look {
  readonly attempt: ExpiringAttempt
  readonly lapses: Lapses
  readonly height: number
}

async function look(ctx: Context, { attempt, lapses, height }: Look): Promise<void> {
  const { proof: first } = attempt
  const isGone = lapses.fates.get(attempt.handle) === 'lapsed'
  const now = ctx.clock.now()
  const second = { at: now.toISOString(), finalHeight: lapses.finalHeight }
  if (!isGone) return first === null ? undefined : note(ctx.orm.em.fork(), attempt, null)
  if (first === null) return note(ctx.orm.em.fork(), attempt, second)
  const isProven = now.getTime() - new Date(first.at).getTime() >= LAPSE_PROOF_MS && height >= first.finalHeight
  if (isProven) await transaction(ctx, (em) => end(em, ctx, { attempt, proof: { ...first, again: second } }))
}

const note = async (em: Em, { intentId, n }: ExpiringAttempt, proof: ExpiringAttempt['proof']): Promise<void> => {
  await tables(em)
    .updateTable('spend_attempt')
    .set({ proof })
    .where('intentId', '=', intentId)
    .where('n', '=', n)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute()
}

async function end(em: Em, ctx: Context, { attempt, proof }: { attempt: ExpiringAttempt; proof: Record<string, unknown> }): Promise<void> {
  const intents = await lockIntentsOfLeads(em, [attempt.intentId])
  if (!(await advanceAttempt(em, ctx, { attempt, input: 'die', patch: { proof } }))) return
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  if (await isRefusedForGood(em, attempt)) return holdIntents(em, ctx, { ids: unpaid, reason: 'transaction_refused', txId: attempt.handle })
  await advanceIntents(em, ctx, { ids: unpaid, input: 'reopen' })
  ctx.log.warn({ chain: attempt.chain, txId: attempt.handle, intentIds: unpaid }, 'payout expired unmined, reopened for signing')
}

/**
 * True when a node has refused a transaction for a reason that another signature would not mend. Anybody can make nodes refuse one, by paying its address
 * after it was signed; the next one takes that into account.
 */
async function isRefusedForGood(em: Em, { intentId, refusedHeight }: ExpiringAttempt): Promise<boolean> {
  if (refusedHeight === null) return false
  const later = await tables(em)
    .selectFrom('deposit as own')
    .innerJoin('deposit as later', (join) =>
      join
        .onRef('later.subject', '=', 'own.subject')
        .onRef('later.subjectId', '=', 'own.subjectId')
        .onRef('later.address', '=', 'own.address')
        .onRef('later.asset', '=', 'own.asset'),
    )
    .select('later.id')
    .where('own.intentId', '=', intentId)
    .where('later.state', '=', 'included')
    .where('later.height', '>', refusedHeight - LOOK_BACK_BLOCKS)
    .where('later.intentId', 'is distinct from', intentId)
    .executeTakeFirst()
  return later === undefined
}
