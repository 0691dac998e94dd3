import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { findOpenRefund } from '@gateway/db/payments/refund-queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import type { AssetCode } from '@gateway/domain/money/asset'
import { returnMachine } from '@gateway/domain/payments/refund'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { acceptanceProblem } from '../held/accept-payment.ts'
import { findForwardable } from '../held/find-forwardable.ts'
import { findRefundable } from '../refunds/shared/find-refundable.ts'
import { isReplaceableOffer } from '../refunds/shared/offer-within.ts'
import { refundedPayment } from '../refunds/payment-refunds.ts'
import type { RefundedObject } from '../refunds/shared/refunded-object.ts'

/** What can be decided about the held money of a payment. `endsLink`: an open refund link stops working. */
export type HeldChoice =
  | { readonly kind: 'accept'; readonly endsLink: boolean }
  | { readonly kind: 'forward'; readonly assets: readonly AssetCode[]; readonly endsLink: boolean }
  | { readonly kind: 'refund'; readonly asset: AssetCode; readonly units: bigint; readonly endsLink: boolean }
  | { readonly kind: 'withdraw_refund'; readonly endsLink: boolean }

/** The decisions that the state of a payment allows now, by the rules of the operations behind them. A concurrent change can still make one fail. */
export async function findChoices(em: Em, ctx: Context, payment: PaymentEntity): Promise<HeldChoice[]> {
  const open = await findOpenRefund(em, { paymentId: payment.id })
  const { spends } = await findForwardable(em, ctx, payment)
  return [
    ...accept(payment, open),
    ...forwardChoices(spends, { asset: payment.asset, open }),
    ...(await findRefundChoices(em, ctx, { object: refundedPayment(payment), open })),
  ]
}

type Open = RefundEntity | undefined

const canWithdraw = ({ state }: RefundEntity): boolean => findMove(returnMachine, state, 'withdraw') !== undefined

const accept = (payment: PaymentEntity, open: Open): HeldChoice[] =>
  acceptanceProblem(payment) === undefined ? [{ kind: 'accept', endsLink: open !== undefined }] : []

/** Forwarding of held money, where rounds of it could be planned now. */
export function forwardChoices(spends: readonly PlannedSpend[], { asset, open }: { asset: AssetCode; open: Open }): HeldChoice[] {
  if (spends.length === 0) return []
  const assets = spends.map(({ holding }) => holding.asset)
  return [{ kind: 'forward', assets, endsLink: open !== undefined && assets.includes(asset) }]
}

/** A refund of held money, and the end of the one that is open. */
export async function findRefundChoices(
  em: Em,
  ctx: Context,
  { object, open }: { object: RefundedObject; open: Open },
): Promise<HeldChoice[]> {
  const units = await unlessRefused(() => findRefundable(em, ctx, object))
  const isOffered = units !== undefined && (!open || isReplaceableOffer(open))
  return [
    ...(isOffered ? [{ kind: 'refund', asset: object.asset, units, endsLink: open !== undefined } as const] : []),
    ...(open && canWithdraw(open) ? [{ kind: 'withdraw_refund', endsLink: true } as const] : []),
  ]
}

/** The result of a rule; undefined where the operation would refuse. */
export async function unlessRefused<T>(rule: () => Promise<T>): Promise<T | undefined> {
  try {
    return await rule()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
