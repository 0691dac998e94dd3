import { findRail } from '@gateway/chains/registry'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { findRefundPayout, NOT_CLAIMED, type RefundPayoutRows } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import type { PayerRefund, PayerRefundState, RefundDelay } from '@gateway/domain/payments/payer-refund'
import { getOwner } from '../../businesses/get-owner.ts'
import type { Context } from '../../kernel/context.ts'
import { readSnapshot } from '../read-snapshot.ts'
import { estimateRefund, type RefundEstimate } from './shared/estimate-refund.ts'
import { findByLink } from './shared/refund-link.ts'
import { findRefunded, type RefundedObject, type RefundOwners } from './shared/refunded-object.ts'

type ReadContext = Pick<Context, 'orm' | 'clock' | 'rails'>

/**
 * A refund as its payer may see it, by the token of its link. It changes nothing, because mail scanners open links too.
 *
 * Everything is read in one snapshot: a payout that is planned meanwhile would leave an amount of nothing.
 *
 * @throws {NotFound} alike for a link that is unknown, expired or withdrawn.
 */
export const getRefund = (ctx: ReadContext, owners: RefundOwners, { token }: { token: string }): Promise<PayerRefund> =>
  readSnapshot(ctx.orm, async (em) => {
    const refund = await findByLink(em, { token, now: ctx.clock.now() })
    return readPayerRefund(em, ctx, { refund, object: await findRefunded(em, owners, refund) })
  })

/** A refund with its object. */
interface Refunded {
  readonly refund: RefundEntity
  readonly object: RefundedObject
}

async function readPayerRefund(em: Em, ctx: ReadContext, { refund, object }: Refunded): Promise<PayerRefund> {
  const { asset, mode, businessId, description, reference, reason } = object
  const rail = findRail(ctx.rails, asset)
  if (!rail) throw new NotFound('return')
  const rows = refund.payoutTermsId === null ? NOT_CLAIMED : await findRefundPayout(em, refund)
  const state = stateOf(refund, object)
  const payableAt = payableAtOf(refund, rows)
  const { businessName } = await getOwner(em, { businessId })
  return {
    state,
    reference,
    businessName,
    description,
    mode,
    asset,
    network: rail.network,
    reason,
    ...(planOf(rows) ?? (await estimateRefund(em, ctx, object))),
    offerEndsAt: refund.offerEndsAt,
    address: refund.address,
    payableAt,
    delay: state === 'claimed' && payableAt && ctx.clock.now() >= payableAt ? delayOf(refund) : null,
    payout: payoutOf(rows, rail.explorerTx),
  }
}

/** A refund whose money has left stays what it is; before that a completed payment has overtaken it. */
function stateOf(refund: RefundEntity, { isOver }: RefundedObject): PayerRefundState {
  if (refund.state === 'withdrawn') throw new NotFound('return')
  if (refund.state === 'paying' || refund.state === 'returned') return refund.state
  return isOver ? refund.state : 'overtaken'
}

/** The amounts of a planned payout; undefined before it. */
function planOf({ intent, attempt }: RefundPayoutRows): RefundEstimate | undefined {
  if (!intent) return undefined
  return { units: intent.units, networkFeeUnits: attempt?.feeUnits ?? intent.networkFeeUnits, isWorthSending: true }
}

/** The signer counts for itself, from its pin; the later end is the earliest payout. */
function payableAtOf({ usableAt }: RefundEntity, { pinUsableAt }: RefundPayoutRows): Date | null {
  if (usableAt === null) return null
  return pinUsableAt !== null && pinUsableAt > usableAt ? pinUsableAt : usableAt
}

const delayOf = ({ holdReason }: RefundEntity): RefundDelay => (holdReason === 'below_cost_of_forwarding' ? 'network_fee' : 'check')

/** A signed transaction is shown once it is broadcast: before that no one could find it. */
function payoutOf({ attempt }: RefundPayoutRows, explorerTx: string | undefined): PayerRefund['payout'] {
  if (!attempt || attempt.state === 'signed') return null
  return { txId: attempt.handle, explorerUrl: explorerTx === undefined ? null : `${explorerTx}${attempt.handle}` }
}
