import type { BroadcastOutcome } from '@gateway/chains/rail/chain-node'
import type { findUnsent } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceAttempts, type AttemptAdvance, type AttemptKey } from '../payouts/advance-attempts.ts'
import { postBroadcasts } from '../payouts/post-broadcast.ts'
import { readGasNeeded } from '../treasury/gas-needed.ts'
import { broadcastStatusOf, isShortOfGas } from './broadcast-status.ts'

/** A stored transaction that no block holds. */
export type Unsent = Awaited<ReturnType<typeof findUnsent>>[number]

/** The name of an attempt. */
export const keyOf = ({ intentId, n }: AttemptKey): string => `${intentId} ${n}`

/** A transaction that was sent, and what its node said. */
export interface Answered {
  readonly attempt: Unsent
  readonly outcome: BroadcastOutcome
}

/** The height at which they answered, and the rooms that are told. */
export interface AtHeight {
  readonly height: number
  readonly subjects: AddressOwners
}

/** Records what nodes have answered at a height in one transaction: sent transactions move on, the others keep their problem. */
export async function recordAnswers(ctx: Context, answered: readonly Answered[], { height, subjects }: AtHeight): Promise<void> {
  const now = ctx.clock.now()
  const patchOf = ({ attempt: { chain }, outcome }: Answered) => ({
    ...broadcastStatusOf({ chain, outcome, height, now }),
    lastProblem: problemOf(outcome),
  })
  const refused = answered.filter(({ outcome }) => problemOf(outcome) !== null)
  for (const { attempt, outcome } of refused)
    ctx.log.warn({ chain: attempt.chain, txId: attempt.handle, ...outcome }, 'payout broadcast not accepted, retrying')
  await transaction(ctx, async (em) => {
    // The scanner may have seen one mined and the signer may have replaced it; a final attempt stays final.
    for (const one of refused) await noteProblem(em, ctx, { attempt: one.attempt, patch: patchOf(one) })
    const accepted = answered.filter(({ outcome }) => problemOf(outcome) === null)
    const [first] = accepted
    if (first) await advanceSent(em, ctx, { sent: accepted.map(({ attempt }) => attempt), patch: patchOf(first), subjects })
  })
  for (const { attempt, outcome } of refused)
    if (isShortOfGas(outcome) && attempt.stuckReason !== 'gas_payer_short') await tellShort(ctx, attempt)
}

/** What nodes have accepted is noted alike, whether they knew it already or not. */
async function advanceSent(
  em: Em,
  ctx: Context,
  { sent, patch, subjects }: Required<Pick<AttemptAdvance, 'patch'>> & Pick<AtHeight, 'subjects'> & { sent: readonly Unsent[] },
): Promise<void> {
  const moved = await advanceAttempts(em, ctx, {
    where: (eb) =>
      eb(
        eb.refTuple('intentId', 'n'),
        'in',
        sent.map(({ intentId, n }) => eb.tuple(intentId, n)),
      ),
    input: 'broadcast',
    patch,
  })
  const live = new Set(moved.map(keyOf))
  await postBroadcasts(em, ctx, { sent: sent.filter((attempt) => attempt.state === 'signed' && live.has(keyOf(attempt))), subjects })
}

/** Notes the answer on an attempt that is still live. */
async function noteProblem(
  em: Em,
  ctx: Context,
  { attempt, patch }: Pick<AttemptAdvance, 'patch'> & Pick<Answered, 'attempt'>,
): Promise<void> {
  await tables(em)
    .updateTable('spend_attempt')
    .set({ ...patch, updatedAt: ctx.clock.now() })
    .where('intentId', '=', attempt.intentId)
    .where('n', '=', attempt.n)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute()
}

/** Alarms once per transaction; the metric shows how long it lasts. */
async function tellShort(ctx: Context, { chain, handle, intentId, inputs }: Unsent): Promise<void> {
  const needed = await readGasNeeded(ctx.orm.em.fork(), ctx.rails, chain)
  const units = needed.find(({ payer }) => inputs[0]?.resource === payer)?.units
  ctx.log.error(
    { alarm: 'gas_payer_short', chain, txId: handle, intentId, units: String(units) },
    'payout broadcast rejected: the gas payer holds fewer than `units` of the native coin for its signed transactions',
  )
}

const problemOf = (outcome: BroadcastOutcome): string | null => ('reason' in outcome ? outcome.reason : null)
