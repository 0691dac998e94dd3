import type { AssistedRefund } from '@gateway/domain/payments/assisted-refund'
import type { Context } from '../../../kernel/context.ts'
import { hashRefundToken, newRefundToken } from '../../refunds/shared/refund-link.ts'
import type { RefundLinks } from '../see-assisted.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Two new links of a refund and the end of its offer; the tokens are in the links alone, which are shown only now. */
export interface RefundOffer {
  readonly at: Date
  readonly terms: Pick<AssistedRefund, 'tokenHash' | 'payTokenHash' | 'offerEndsAt'>
  readonly links: RefundLinks
  /** Path of the payer's page below the public address. */
  readonly path: string
}

/** An offer that begins now: one link for the payer, another for whoever pays. */
export function newOffer(ctx: Pick<Context, 'ids' | 'clock' | 'publicUrl'>, { offerDays }: { readonly offerDays: number }): RefundOffer {
  const [token, payToken] = [newRefundToken(ctx), newRefundToken(ctx)]
  const at = ctx.clock.now()
  const path = `/refund/${token}`
  return {
    at,
    terms: {
      tokenHash: hashRefundToken(token),
      payTokenHash: hashRefundToken(payToken),
      offerEndsAt: new Date(at.getTime() + offerDays * DAY_MS),
    },
    links: { refundUrl: `${ctx.publicUrl}${path}`, payUrl: `${ctx.publicUrl}/pay-refund/${payToken}` },
    path,
  }
}
