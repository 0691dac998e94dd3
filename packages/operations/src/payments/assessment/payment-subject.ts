import { advancePaid } from '../forwarding/advance-paid.ts'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Holding } from '@gateway/domain/ledger/templates'
import { completedStates } from '@gateway/domain/payments/machine'
import { readSettledLegs } from '../../chainwatch/outgoing/settled-legs.ts'
import type { Context } from '../../kernel/context.ts'
import { findUnpaid } from '../../custody/payouts/legs.ts'
import type { DepositChange, PayoutChange, AddressOwner } from '../../kernel/address-owners.ts'
import { announcePayouts, announceUpdates } from '../lifecycle/announce-updates.ts'
import { assessPayments } from './assess-payments.ts'
import { planNextRounds } from '../forwarding/plan-next-rounds.ts'
import { recountRefunds } from '../refunds/recount-refunds.ts'
import { settleRefunds } from '../refunds/settle-refunds.ts'
import { extendRounds } from '../forwarding/extend-rounds.ts'

/** How payments react to changed deposits and payouts. */
export const paymentOwner: AddressOwner = {
  async holdingOf(em, id) {
    return tables(em)
      .selectFrom('payment')
      .select(['asset', 'chain', 'mode', 'businessId'])
      .where('id', '=', id)
      .executeTakeFirst() as Promise<Holding | undefined>
  },
  async depositsChanged(em, ctx, news) {
    await assessAndSettle(em, ctx, news)
    await extendRounds(em, ctx, news)
  },
  async findTold(em, ids) {
    const rows = await tables(em)
      .selectFrom('payment')
      .select('id')
      .where(isOneOf('id', ids, 'uuid'))
      .where('state', 'in', completedStates)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  async payoutsBroadcast(em, ctx, payouts) {
    await advancePaid(em, ctx, { payouts: payouts.filter(isForward), inputs: [], sent: true })
    await announcePayouts(em, ctx, payouts)
  },
  async payoutsFinal(em, ctx, payouts) {
    await settlePaid(em, ctx, payouts.filter(isForward))
    await settleRefunds(
      em,
      ctx,
      payouts.filter((payout) => !isForward(payout)),
    )
    await announcePayouts(em, ctx, payouts)
  },
  async payoutsShrunk(em, ctx, payouts) {
    await recountRefunds(
      em,
      ctx,
      payouts.filter((payout) => !isForward(payout)).map(({ ref }) => ref),
    )
  },
}

/** Assesses payments by their deposits and tells what changed; those already paid out are settled once they are confirmed. */
export async function assessAndSettle(em: Em, ctx: Context, news: DepositChange): Promise<void> {
  const { confirmed, before } = await assessPayments(em, ctx, news)
  await settlePaid(em, ctx, await readSettledLegs(em, 'forward', confirmed))
  await settleWithoutLost(em, ctx, before)
  await announceUpdates(em, ctx, news.ids)
}

/** A refund moves no payment on. */
const isForward = ({ purpose }: Pick<PayoutChange, 'purpose'>): boolean => purpose === 'forward'

/**
 * A payment is forwarded when all its legs are. A leg paid before the confirmation does not move it; it settles once confirmed, because a third-party
 * flush settles without a signature. Skipped steps are still emitted, in order.
 */
async function settlePaid(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void> {
  const isUnpaid = await findUnpaid(
    em,
    'forward',
    payouts.map((payout) => payout.ref),
  )
  await advancePaid(em, ctx, { payouts: payouts.filter(isUnpaid), inputs: [], sent: true })
  const paid = payouts.filter((payout) => !isUnpaid(payout))
  await advancePaid(em, ctx, { payouts: paid, inputs: ['sign', 'settle'], sent: true })
  await planNextRounds(em, ctx, [...new Set(paid.map((payout) => payout.ref))])
}

/** Settles payments whose last unpaid leg has lost its deposits for good, after the others were paid. */
async function settleWithoutLost(em: Em, ctx: Context, ids: readonly string[]): Promise<void> {
  const settled = await readSettledLegs(em, 'forward', ids)
  const isUnpaid = await findUnpaid(
    em,
    'forward',
    settled.map((leg) => leg.ref),
  )
  await settlePaid(
    em,
    ctx,
    settled.filter((leg) => !isUnpaid(leg)),
  )
}
