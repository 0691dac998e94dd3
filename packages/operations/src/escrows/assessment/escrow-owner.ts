import { lockEscrows } from '@gateway/db/escrows/queries'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwner, PayoutChange } from '../../kernel/address-owners.ts'
import { holdingOf } from '../escrow-holding.ts'
import { outcomePurposes } from '../settlement/plan-payouts.ts'
import { recordContractOutcomes } from '../decisions/record-contract-outcomes.ts'
import { assessEscrows } from './assess-escrows.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'

/** How escrows react to changed deposits and payouts. */
export const escrowOwner: AddressOwner = {
  async holdingOf(em, id) {
    const found = await tables(em)
      .selectFrom('escrow')
      .select(['asset', 'chain', 'mode', 'businessId'])
      .where(isOneOf('id', [id], 'uuid'))
      .executeTakeFirst()
    return found && holdingOf(found)
  },
  depositsChanged: (em, ctx, { ids, view }) => assessEscrows(em, ctx, { ids, view }),
  async findTold(em, ids) {
    const rows = await tables(em)
      .selectFrom('escrow')
      .select('id')
      .where(isOneOf('id', ids, 'uuid'))
      .where('fundedAt', 'is not', null)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  payoutsBroadcast: (em, ctx, payouts) => showPayouts(em, ctx, { payouts, areFinal: false }),
  payoutsFinal: (em, ctx, payouts) => showPayouts(em, ctx, { payouts, areFinal: true }),
  outcomesFinal: recordContractOutcomes,
  async payoutsShrunk() {},
}

/** Shows the transaction of an outcome, and ends what it settles. What goes back beside it is no outcome. */
async function showPayouts(em: Em, ctx: Context, news: { payouts: readonly PayoutChange[]; areFinal: boolean }): Promise<void> {
  const outcomes = news.payouts.filter(({ purpose }) => purpose !== 'escrow_excess')
  const escrows = await lockEscrows(
    em,
    outcomes.map(({ ref }) => ref),
  )
  for (const escrow of escrows)
    escrow.settlementTxId = outcomes.findLast((payout) => isOfOutcome(escrow, payout))?.txId ?? escrow.settlementTxId
  await advanceEscrows(
    em,
    ctx,
    escrows.map((escrow) => ({
      escrow,
      actor: 'system' as const,
      input: news.areFinal && outcomes.some((payout) => isOfOutcome(escrow, payout)) ? ('settle' as const) : undefined,
    })),
  )
}

/** True of the payout of the escrow's outcome; ours of an outcome that its contract has overruled may still be sent, and pays nothing. */
const isOfOutcome = ({ id, state }: EscrowEntity, { ref, purpose }: PayoutChange): boolean =>
  ref === id && purpose === outcomePurposes[state]
