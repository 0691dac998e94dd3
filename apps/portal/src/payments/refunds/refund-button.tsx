import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { heldMoneyOf } from '../decide.tsx'
import { OfferRefund } from '../offer-refund.tsx'
import type { Detail } from '../payment.tsx'
import { StartRefund } from './start-refund.tsx'
import { useRefunds } from './use-refunds.ts'

/** What the dialog is about: held money that the gateway sends, or what the merchant can pay from its wallet. */
interface Opened {
  readonly held: Detail['decisions'][number] | undefined
  readonly left: string
}

/** Returns money of the payment: held money first, which the gateway sends, and after it what the merchant pays from its wallet. */
export function RefundButton({ detail }: { readonly detail: Detail }) {
  // It stays what it was when it was opened: its links are shown after nothing is left to refund.
  const [opened, setOpened] = useState<Opened>()
  const { data } = useRefunds(detail.payment.id)
  const held = detail.decisions.find(({ decision }) => decision === 'refund')
  const left = data?.amount_left ?? '0'
  const close = (): void => setOpened(undefined)
  return (
    <>
      {(held !== undefined || left !== '0') && <Button onClick={() => setOpened({ held, left })}>Refund…</Button>}
      {opened?.held && <OfferRefund subject={heldMoneyOf(detail)} choice={opened.held} onClose={close} />}
      {opened && !opened.held && <StartRefund detail={detail} left={opened.left} onClose={close} />}
    </>
  )
}
