import type { PinContext } from './pin-context.ts'
import {
  findUnpinnedPayoutTerms,
  insertPayoutTermsPins,
  type UnpinnedPayoutTerms,
  type UnpinnedPage,
} from '@gateway/db/custody/pins/pin-queries'
import type { Em } from '@gateway/db/orm'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findTermsRefusal } from './check-terms.ts'
import { makePin } from './make-pin.ts'
import { pinnedWallets } from './pin-wallets.ts'

/** Payout terms that are pinned in one transaction. */
export const MAX_TERMS_PER_RUN = 500

/** The result of one batch. */
export interface Pinned {
  readonly looked: number
  readonly refused: number
  /** Terms that wait for something else, such as an answer of their chain. */
  readonly waiting?: readonly string[]
  /** The cursor for the next batch. */
  readonly last: string | undefined
}

/**
 * Checks new commits once and pins them; a commit that fails a check is refused for ever, with an alarm.
 *
 * Commits are read before the wallets of their businesses: a payment's wallet is older than the payment, so none is missed.
 */
export async function pinTerms(ctx: PinContext, page: UnpinnedPage): Promise<Pinned> {
  return transaction(ctx, async (em) => {
    const commits = await findUnpinnedPayoutTerms(em, { ...page, chains: [...ctx.rails.keys()], limit: MAX_TERMS_PER_RUN })
    if (commits.length === 0) return { looked: 0, refused: 0, last: undefined }
    const pins = await pinsOf(em, ctx, commits)
    await insertPayoutTermsPins(em, pins)
    queueNotification(em, { channel: 'pinned', payload: '' })
    return { looked: commits.length, refused: pins.filter((pin) => pin.refused !== null).length, last: commits.at(-1)?.commit.id }
  })
}

async function pinsOf(em: Em, ctx: PinContext, commits: readonly UnpinnedPayoutTerms[]) {
  const walletsOf = await pinnedWallets(
    em,
    ctx,
    commits.map(({ businessId }) => businessId),
  )
  const pinnedAt = ctx.clock.now()
  return commits.map((unpinned) => {
    const { commit, businessId, mode, usdRate } = unpinned
    const refused = judge(ctx, unpinned, walletsOf(unpinned)) ?? null
    if (refused)
      ctx.log.error({ alarm: 'pin_refused', paymentId: commit.subjectId, chain: commit.chain, reason: refused }, 'commit pin refused')
    return makePin(ctx, { commit, businessId, mode, usdRate, pinnedAt, refused })
  })
}

function judge(
  ctx: PinContext,
  { commit, payment, poolSig }: UnpinnedPayoutTerms,
  wallets: Parameters<typeof findTermsRefusal>[2]['wallets'],
): PinRefusal | undefined {
  const rail = ctx.rails.get(commit.chain)
  try {
    return rail ? findTermsRefusal(ctx, rail, { commit, payment, poolSig, wallets }) : 'commit_differs_from_payment'
  } catch {
    // A malformed row must not stop the check of other rows.
    return 'commit_differs_from_payment'
  }
}
