import { Banknote, Lock, Percent, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import { formatMinor } from '../card-money.ts'
import type { CardDetail } from '../payments/card-detail.ts'

/** Releases what is left of an escrow to its merchant, once. */
export function ReleaseEscrow({ detail: { payment, money }, onClose }: { readonly detail: CardDetail; readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const amount = (minor: number) => formatMinor(minor, payment.currency)
  const share = amount(payment.merchant_amount)
  return (
    <Ask
      title={`Release ${share} to you?`}
      keep="Keep it held"
      act={`Release ${share}`}
      busy="Releasing…"
      done={`${share} is released.`}
      consequences={[
        [Banknote, `${share} goes to your account at the card processor, which pays it out to your bank`],
        [Percent, `The fee of ${amount(payment.platform_fee_amount)} (${money.fee_bps / 100} % of what is not refunded) is taken off`],
        [ShieldAlert, 'A refund or a dispute after that is taken back from your balance there'],
        [Lock, 'It cannot be taken back, and is done once'],
      ]}
      work={() => confirmed(() => api.cards.escrows.release.mutate({ escrowId: payment.escrow_id ?? '' }, once(key)))}
      changes={trpc.cards.pathKey()}
      onClose={onClose}
    />
  )
}
