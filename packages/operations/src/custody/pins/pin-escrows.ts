import { findUnpinnedEscrows, type UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { UnpinnedPage } from '@gateway/db/custody/pins/pin-queries'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import { isHeldAfterPin } from '@gateway/domain/custody/intent'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findEscrowRefusal } from './check-escrow.ts'
import { makePin } from './make-pin.ts'
import type { PinContext } from './pin-context.ts'
import { MAX_TERMS_PER_RUN, type Pinned, pinnedOf, storePins } from './pin-terms.ts'

/** Checks new terms of escrows once and pins them; terms that fail a check are refused for ever, with an alarm. */
export async function pinEscrows(ctx: PinContext, page: UnpinnedPage): Promise<Pinned> {
  const bounds = {
    chains: [...ctx.rails.keys()],
    limit: MAX_TERMS_PER_RUN,
    except: keysPutOff(stateOf(ctx.orm, 'unpinned_escrows'), ctx.clock.now()),
  }
  const rows = await findUnpinnedEscrows(ctx.orm.em.fork(), { ...page, ...bounds })
  const ready = { name: 'unpinned_escrows', keyOf, aboutOf, rows: rows.filter(isReady) } as const
  const pins = await sweepTogether<UnpinnedEscrow, PayoutTermsPinEntity>(ctx, ready, (some) =>
    transaction(ctx, (em) =>
      storePins(
        em,
        some.map((one) => pinOf(ctx, one)),
      ),
    ),
  )
  return pinnedOf(rows, pins)
}

const keyOf = ({ commit }: UnpinnedEscrow): string => commit.id
const aboutOf = ({ commit }: UnpinnedEscrow) => ({ escrowId: commit.subjectId, chain: commit.chain })

/** A depositor's address counts only beside a pinned release, or in a contract: without both nothing attests whose funds these are. */
const isReady = ({ commit: { conditions }, releasePin }: UnpinnedEscrow): boolean =>
  conditions?.naming === undefined || conditions.contract !== undefined || releasePin !== undefined

function pinOf(ctx: PinContext, unpinned: UnpinnedEscrow) {
  const { commit, businessId, mode, usdRate } = unpinned
  const rail = ctx.rails.get(commit.chain)
  const refused = rail ? (findEscrowRefusal(ctx, rail, unpinned) ?? null) : ('commit_differs_from_escrow' as const)
  if (refused)
    ctx.log.error({ alarm: 'pin_refused', escrowId: commit.subjectId, chain: commit.chain, reason: refused }, 'commit pin refused')
  else if (isHeldAfterPin(commit))
    ctx.log.error({ alarm: 'return_named', escrowId: commit.subjectId, chain: commit.chain }, 'address of a depositor named')
  return makePin(ctx, { commit, businessId: businessId ?? platformBusinessId, mode, usdRate, pinnedAt: ctx.clock.now(), refused })
}
