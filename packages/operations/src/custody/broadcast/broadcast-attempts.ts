import { postBroadcast } from '../payouts/post-broadcast.ts'
import type { BroadcastOutcome, ChainNode } from '@gateway/chains/rail'
import { findUnsent } from '@gateway/db/custody/attempt-queries'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import { type AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { readGasNeeded } from '../treasury/gas-needed.ts'
import { isShortOfGas, broadcastStatusOf } from './broadcast-status.ts'

type Unsent = Awaited<ReturnType<typeof findUnsent>>[number]

/**
 * Sends every stored transaction that no block holds: at once when the signer has stored it, and once more at each height until it is mined.
 *
 * Always the stored bytes, and only those of the live transaction: what it has superseded was sent before, and may still be mined. What a node does not
 * clearly accept is unknown: it frees nothing, fails nothing, and is sent again: what a node has refused at the next height, which changes what it may
 * take in; what no node has answered for soon, because the next block may be ten minutes away. What is refused for a reason that no fee mends does not
 * count as sent.
 */
export async function broadcastAttempts(
  ctx: Context,
  sending: { node: ChainNode; subjects: AddressOwners; height: number },
): Promise<void> {
  const { node, subjects, height } = sending
  const { chain } = node.rail
  const em = ctx.orm.em.fork()
  const triedBefore = new Date(ctx.clock.now().getTime() - UNANSWERED_AGAIN_MS)
  for (const attempt of await findUnsent(em, { chain, height, triedBefore })) {
    await ctx.failpoint('S6')
    if (attempt.supersedes !== null) await ctx.failpoint('S11')
    const outcome = await node.broadcast(attempt.raw)
    await ctx.failpoint('S7')
    await recordOutcome(ctx, { attempt, outcome, height, subjects })
  }
}

const UNANSWERED_AGAIN_MS = 2_000

interface Sent {
  readonly attempt: Unsent
  readonly outcome: BroadcastOutcome
  readonly height: number
  readonly subjects: AddressOwners
}

async function recordOutcome(ctx: Context, { attempt, outcome, height, subjects }: Sent): Promise<void> {
  const problem = problemOf(outcome)
  if (problem !== null)
    ctx.log.warn({ chain: attempt.chain, txId: attempt.handle, ...outcome }, 'a payout was not accepted and will be sent again')
  await transaction(ctx, async (em) => {
    const { numUpdatedRows } = await tables(em)
      .updateTable('spend_attempt')
      .set({
        ...broadcastStatusOf({ chain: attempt.chain, outcome, height, now: ctx.clock.now() }),
        lastProblem: problem,
        updatedAt: ctx.clock.now(),
        ...(problem === null && { state: 'broadcast' as const }),
      })
      .where('intentId', '=', attempt.intentId)
      .where('n', '=', attempt.n)
      // The scanner may have found it in a block meanwhile, and the signer may have replaced it; what is final stays final.
      .where('state', 'in', ['signed', 'broadcast'])
      .executeTakeFirst()
    if (problem === null && attempt.state === 'signed' && numUpdatedRows > 0n) await postBroadcast(em, ctx, { attempt, subjects })
  })
  if (isShortOfGas(outcome) && attempt.stuckReason !== 'gas_payer_short') await tellShort(ctx, attempt)
}

/** Once for each transaction that becomes too dear; figures say for how long. */
async function tellShort(ctx: Context, { chain, handle, intentId, binds }: Unsent): Promise<void> {
  const needed = await readGasNeeded(ctx.orm.em.fork(), ctx.rails, chain)
  const units = needed.find(({ payer }) => binds[0]?.startsWith(`${payer}:`))?.units
  ctx.log.error(
    { alarm: 'gas_payer_short', chain, txId: handle, intentId, units: String(units) },
    'the account that pays gas holds less than so many units of the coin, which is what all that it has signed may cost, and nodes refuse it',
  )
}

const problemOf = (outcome: BroadcastOutcome): string | null => ('reason' in outcome ? outcome.reason : null)
