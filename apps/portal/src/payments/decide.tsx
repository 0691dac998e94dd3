import { api, trpc } from '../trpc.ts'
import { formatAsset } from '../ui/money.ts'
import { DecideHeld, type HeldSubject } from './decide-held.tsx'
import type { Detail } from './payment.tsx'

/** The held funds of a payment, and the ways to decide about them. */
export const Decide = ({ detail }: { readonly detail: Detail }) => <DecideHeld subject={heldMoneyOf(detail)} />

/** The held funds of a payment, with what carries out each decision about them. */
export function heldMoneyOf(detail: Detail): HeldSubject {
  const { id, amount_received: amountReceived, blockchain } = detail.payment
  return {
    money: detail,
    calls: {
      accept: () => api.payments.portal.accept.mutate({ id, amountReceived }),
      forward: () => api.payments.portal.forward.mutate({ id }),
      withdraw_refund: () => api.payments.portal.withdrawRefund.mutate({ id }),
    },
    offer: async (idempotencyKey, sendTo) => {
      const { refund } = await api.payments.portal.refunds.start.mutate({ id, idempotencyKey, ...(sendTo !== '' && { sendTo }) })
      // The answer that starts it has its link.
      return { url: refund.refund_url ?? '', ends_at: refund.expires_at }
    },
    canMail: true,
    changes: trpc.payments.pathKey(),
    accepted: formatAsset(amountReceived, blockchain),
  }
}
