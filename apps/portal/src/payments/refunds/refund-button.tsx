import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { heldMoneyOf } from '../decide.tsx'
import { OfferRefund } from '../offer-refund.tsx'
import type { Detail } from '../payment.tsx'
import { StartRefund } from './start-refund.tsx'
import { useRefunds } from './use-refunds.ts'

/** Returns money of the payment: held money first, which the gateway sends, and after it what the merchant pays from its wallet. */
export function RefundButton({ detail }: { readonly detail: Detail }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useRefunds(detail.payment.id)
  const held = detail.decisions.find(({ decision }) => decision === 'refund')
  const left = data?.amount_left ?? '0'
  const close = (): void => setOpen(false)
  if (!held && left === '0') return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Refund…</Button>
      {isOpen && held && <OfferRefund subject={heldMoneyOf(detail)} choice={held} onClose={close} />}
      {isOpen && !held && <StartRefund detail={detail} left={left} onClose={close} />}
    </>
  )
}
