import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ReleaseEscrow } from '../escrows/release-escrow.tsx'
import type { CardDetail } from './card-detail.ts'
import { RefundCard } from './refund-card.tsx'

/** Why money cannot be moved now, by the state that refuses it; others are told by the state itself. */
const reasons: Readonly<Record<string, string>> = {
  held: 'An operator decides about this payment first.',
  releasing: 'The release is being made.',
  inquiry: 'A bank asks about this payment. Answer it first.',
  refund_pending: 'A refund is not finished yet.',
  disputed: 'The bank of the cardholder decides first.',
}

/** Why the money cannot be moved now; undefined where the state says it. */
function whyOf({ refund_refused_by: noRefund, release_refused_by: noRelease, escrow }: CardDetail): string | undefined {
  const states = [escrow === null ? null : noRelease, noRefund]
  return states.map((state) => (state === null ? undefined : reasons[state])).find((reason) => reason !== undefined)
}

/** Moving the money: a refund, and of an escrow the release. What cannot be done now says why. */
export function CardActions({ detail }: { readonly detail: CardDetail }) {
  const [open, setOpen] = useState<'refund' | 'release'>()
  const { refund_refused_by: noRefund, release_refused_by: noRelease, escrow } = detail
  const close = (): void => setOpen(undefined)
  const why = whyOf(detail)
  return (
    <>
      {escrow && noRelease === null && (
        <Button look="primary" onClick={() => setOpen('release')}>
          Release…
        </Button>
      )}
      {noRefund === null && <Button onClick={() => setOpen('refund')}>Refund…</Button>}
      {why && <span className="hint">{why}</span>}
      {open === 'refund' && <RefundCard detail={detail} onClose={close} />}
      {open === 'release' && <ReleaseEscrow detail={detail} onClose={close} />}
    </>
  )
}
