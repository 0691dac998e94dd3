import { findUnpinnedEscrows } from '@gateway/db/custody/pins/escrow-pin-queries'
import { insertPayoutTermsPins, type UnpinnedPage } from '@gateway/db/custody/pins/pin-queries'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import { isHeldAfterPin } from '@gateway/domain/custody/intent'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type EscrowCandidate, findEscrowRefusal } from './check-escrow.ts'
import { makePin } from './make-pin.ts'
import type { PinContext } from './pin-context.ts'
import { MAX_TERMS_PER_RUN, type Pinned } from './pin-terms.ts'
import { readPayees } from './read-payees.ts'

/**
 * Checks new terms of escrows once and pins them; terms that fail a check are refused for ever, with an alarm. Those whose chain has not said what
 * their payees are wait.
 */
export async function pinEscrows(ctx: PinContext, page: UnpinnedPage): Promise<Pinned> {
  return transaction(ctx, async (em) => {
    const unpinned = await findUnpinnedEscrows(em, { ...page, chains: [...ctx.rails.keys()], limit: MAX_TERMS_PER_RUN })
    if (unpinned.length === 0) return { looked: 0, refused: 0, last: undefined }
    const payees = await readPayees(
      em,
      ctx,
      unpinned.map(({ commit }) => commit),
    )
    const candidates = unpinned.flatMap((one, at) => (payees[at] ? [{ ...one, payees: payees[at] }] : []))
    const [ready, others] = [candidates.filter(isReady), candidates.filter((one) => !isReady(one))]
    const pins = ready.map((one) => pinOf(ctx, one))
    await insertPayoutTermsPins(em, pins)
    queueNotification(em, { channel: 'pinned', payload: '' })
    return {
      looked: pins.length,
      refused: pins.filter(({ refused }) => refused !== null).length,
      waiting: others.map(({ commit }) => commit.id),
      last: unpinned.at(-1)?.commit.id,
    }
  })
}

/** A depositor's address counts only beside a pinned release: without one nothing attests whose funds these are. */
const isReady = ({ commit, releasePin, payees }: EscrowCandidate): boolean =>
  payees.areKnown && (commit.conditions?.naming === undefined || releasePin !== undefined)

function pinOf(ctx: PinContext, unpinned: EscrowCandidate) {
  const { commit, businessId, mode, usdRate } = unpinned
  const rail = ctx.rails.get(commit.chain)
  const refused = rail ? (findEscrowRefusal(ctx, rail, unpinned) ?? null) : ('commit_differs_from_escrow' as const)
  if (refused)
    ctx.log.error({ alarm: 'pin_refused', escrowId: commit.subjectId, chain: commit.chain, reason: refused }, 'commit pin refused')
  else if (isHeldAfterPin(commit))
    ctx.log.error({ alarm: 'return_named', escrowId: commit.subjectId, chain: commit.chain }, 'address of a depositor named')
  return makePin(ctx, { commit, businessId: businessId ?? platformBusinessId, mode, usdRate, pinnedAt: ctx.clock.now(), refused })
}
