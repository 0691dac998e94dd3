import { Banknote, Landmark, Lock } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMinor } from '../card-money.ts'
import { type Dispute, isInquiry } from './dispute-words.ts'

/** Gives in: the dispute is lost with it, for good. */
export function AcceptDispute({ dispute }: { readonly dispute: Dispute }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet-danger" onClick={() => setOpen(true)}>
        Accept dispute…
      </Button>
      {isOpen && <Confirm dispute={dispute} onClose={() => setOpen(false)} />}
    </>
  )
}

function Confirm({ dispute: { id, amount, currency, status }, onClose }: { readonly dispute: Dispute; readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const money = formatMinor(amount, currency)
  const isQuestion = isInquiry(status)
  return (
    <Ask
      title={isQuestion ? `Close the inquiry about ${money}?` : `Accept the dispute of ${money}?`}
      keep="Keep it open"
      act="Accept dispute"
      busy="Accepting…"
      done="The dispute is accepted."
      isDanger
      consequences={[
        isQuestion
          ? [Banknote, 'No money has moved. The bank can still open a dispute']
          : [Banknote, `${money} stays with the cardholder, and the dispute is lost`],
        [Landmark, 'The card processor keeps its fee for the dispute'],
        [Lock, 'It cannot be taken back, and no evidence can be sent any more'],
      ]}
      work={() => confirmed(() => api.cards.disputes.accept.mutate({ id }, once(key)))}
      changes={trpc.cards.pathKey()}
      onClose={onClose}
    />
  )
}
