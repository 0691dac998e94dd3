import type { PinContext } from './pin-context.ts'
import {
  findUnpinnedPayoutTerms,
  insertPayoutTermsPins,
  type UnpinnedPayoutTerms,
  type UnpinnedPage,
} from '@gateway/db/custody/pins/pin-queries'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { Em } from '@gateway/db/orm'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import { queueNotification } from '../../kernel/notifications.ts'
import { keysPutOff, stateOf } from '../../kernel/sweeps/put-offs.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findTermsRefusal } from './checks/check-terms.ts'
import { makePin } from './make-pin.ts'
import { pinnedWallets } from './pin-wallets.ts'

/** Payout terms that are pinned in one transaction. */
export const MAX_TERMS_PER_RUN = 500

/** The result of one batch. */
export interface Pinned {
  readonly looked: number
  readonly refused: number
  /** There may be more: the batch was full, and at least one was pinned. */
  readonly isFull: boolean
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
  const bounds = {
    chains: [...ctx.rails.keys()],
    limit: MAX_TERMS_PER_RUN,
    except: keysPutOff(stateOf(ctx.orm, 'unpinned_terms'), ctx.clock.now()),
  }
  const rows = await findUnpinnedPayoutTerms(ctx.orm.em.fork(), { ...page, ...bounds })
  const pins = await sweepTogether(ctx, { name: 'unpinned_terms', keyOf, aboutOf, rows }, (some) =>
    transaction(ctx, async (em) => storePins(em, await pinsOf(em, ctx, some))),
  )
  return pinnedOf(rows, pins)
}

/** Stores pins and wakes those who wait for one. */
export async function storePins(em: Em, pins: readonly PayoutTermsPinEntity[]): Promise<readonly PayoutTermsPinEntity[]> {
  await insertPayoutTermsPins(em, pins)
  queueNotification(em, { channel: 'pinned', payload: '' })
  return pins
}

/** The result of a batch of payout terms. */
export const pinnedOf = (
  rows: readonly { readonly commit: Pick<PayoutTermsEntity, 'id'> }[],
  pins: readonly Pick<PayoutTermsPinEntity, 'refused'>[],
): Pinned => ({
  looked: pins.length,
  refused: pins.filter(({ refused }) => refused !== null).length,
  isFull: rows.length === MAX_TERMS_PER_RUN && pins.length > 0,
  last: rows.at(-1)?.commit.id,
})

/** The object of terms, as a log names it. */
const nameOf = ({ subject, subjectId }: Pick<PayoutTermsEntity, 'subject' | 'subjectId'>) =>
  subject === 'invoice' ? { invoiceId: subjectId } : { paymentId: subjectId }

const keyOf = ({ commit }: UnpinnedPayoutTerms): string => commit.id
const aboutOf = ({ commit }: UnpinnedPayoutTerms) => ({ ...nameOf(commit), chain: commit.chain })

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
    if (refused) ctx.log.error({ alarm: 'pin_refused', ...nameOf(commit), chain: commit.chain, reason: refused }, 'commit pin refused')
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
