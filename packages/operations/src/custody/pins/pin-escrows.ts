import { findUnpinnedEscrows, type UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { UnpinnedPage } from '@gateway/db/custody/pins/pin-queries'
import type { Em } from '@gateway/db/orm'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import { isHeldAfterPin } from '@gateway/domain/custody/intent'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type EscrowCandidate, findEscrowRefusal } from './checks/check-escrow.ts'
import { makePin } from './make-pin.ts'
import type { PinContext } from './pin-context.ts'
import { MAX_TERMS_PER_RUN, type Pinned, pinnedOf, storePins } from './pin-terms.ts'
import { readPayees } from './read-payees.ts'

/**
 * Checks new terms of escrows once and pins them; terms that fail a check are refused for ever, with an alarm. Those whose chain has not said what
 * their payees are wait.
 */
export async function pinEscrows(ctx: PinContext, page: UnpinnedPage): Promise<Pinned> {
  const bounds = {
    chains: [...ctx.rails.keys()],
    limit: MAX_TERMS_PER_RUN,
    except: keysPutOff(stateOf(ctx.orm, 'unpinned_escrows'), ctx.clock.now()),
  }
  const rows = await findUnpinnedEscrows(ctx.orm.em.fork(), { ...page, ...bounds })
  const candidates = await transaction(ctx, (em) => withPayees(em, ctx, rows))
  const [ready, others] = [candidates.filter(isReady), candidates.filter((one) => !isReady(one))]
  const swept = { name: 'unpinned_escrows', keyOf, aboutOf, rows: ready } as const
  const pins = await sweepTogether<EscrowCandidate, PayoutTermsPinEntity>(ctx, swept, (some) =>
    transaction(ctx, (em) =>
      storePins(
        em,
        some.map((one) => pinOf(ctx, one)),
      ),
    ),
  )
  return { ...pinnedOf(rows, pins), waiting: others.map(keyOf) }
}

async function withPayees(em: Em, ctx: PinContext, rows: readonly UnpinnedEscrow[]): Promise<EscrowCandidate[]> {
  if (rows.length === 0) return []
  const payees = await readPayees(
    em,
    ctx,
    rows.map(({ commit }) => commit),
  )
  return rows.flatMap((one, at) => (payees[at] ? [{ ...one, payees: payees[at] }] : []))
}

const keyOf = ({ commit }: UnpinnedEscrow): string => commit.id
const aboutOf = ({ commit }: UnpinnedEscrow) => ({ escrowId: commit.subjectId, chain: commit.chain })

/** A depositor's address counts only beside a pinned release, or in a contract: without both nothing attests whose funds these are. */
const isReady = ({ commit: { conditions }, releasePin, payees }: EscrowCandidate): boolean =>
  payees.areKnown && (conditions?.naming === undefined || conditions.contract !== undefined || releasePin !== undefined)

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
