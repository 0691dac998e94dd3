import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import { findRefundTransactions, findRefundTransfers } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import { findPayment } from '@gateway/db/payments/queries'
import type { RefundTransferEntity } from '@gateway/db/payments/assisted/refund-transfer.entity'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import { sumUnits } from '@gateway/domain/money/units'
import { restOf } from '@gateway/domain/payments/match-refund'
import type { PayableRefund } from '@gateway/domain/payments/payable-refund'
import type { Context } from '../../../kernel/context.ts'
import { readSnapshot } from '../../read-snapshot.ts'
import { shownState } from '../shown-state.ts'
import { findByLink } from './find-by-link.ts'

type ReadContext = Pick<Context, 'orm' | 'clock' | 'rails'>

/**
 * A refund that the merchant pays, by the token of either of its links. It changes nothing, because mail scanners open links too.
 *
 * @throws {NotFound} alike for a link that is unknown, and one that was replaced.
 */
export const getPayableRefund = (ctx: ReadContext, { token }: { readonly token: string }): Promise<PayableRefund> =>
  readSnapshot(ctx.orm, async (em) => readPayable(em, ctx, await findByLink(em, { token, as: ['payer', 'pay'] })))

async function readPayable(em: Em, ctx: ReadContext, refund: AssistedRefundEntity): Promise<PayableRefund> {
  const rail = findRail(ctx.rails, refund.asset)
  const payment = await findPayment(em, { id: refund.paymentId })
  if (!rail || !payment) throw new NotFound('refund')
  const transfers = await findRefundTransfers(em, { refundIds: [refund.id] })
  const named = await findRefundTransactions(em, { refundIds: [refund.id] })
  const state = shownState(refund, ctx.clock.now())
  const openUnits = openUnitsOf(refund, transfers)
  return {
    state,
    reference: payment.id,
    businessName: payment.businessName,
    description: payment.description,
    reason: refund.reason,
    mode: payment.mode,
    asset: refund.asset,
    network: rail.network,
    units: refund.units,
    fiatMinor: refund.fiatMinor,
    currency: payment.currency,
    offerEndsAt: refund.offerEndsAt,
    address: refund.address,
    paymentUri: state === 'named' || state === 'paying' ? paymentUriOf(rail, { refund, openUnits }) : null,
    paidUnits: refund.paidUnits,
    openUnits,
    transfers: transfers.map(({ txId, units, state: its }) => ({ txId, explorerUrl: explorerUrlOf(rail, txId), units, state: its })),
    named: named.map(({ txId, state: its, problem }) => ({ txId, state: its, problem })),
  }
}

/** What no transfer in a block pays yet, whether it is final or not. */
const openUnitsOf = ({ units }: AssistedRefundEntity, transfers: readonly RefundTransferEntity[]): bigint =>
  restOf({ units, countedUnits: sumUnits(transfers.filter(({ state }) => state !== 'gone')) })

function paymentUriOf(rail: Rail, { refund, openUnits }: { refund: AssistedRefundEntity; openUnits: bigint }): string | null {
  const { address, asset } = refund
  return address === null || openUnits === 0n ? null : rail.paymentUri({ asset, address, units: openUnits })
}

const explorerUrlOf = ({ explorerTx }: Rail, txId: string): string | null => (explorerTx === undefined ? null : `${explorerTx}${txId}`)
