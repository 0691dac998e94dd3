import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { TextField } from '../ui/field.tsx'
import { dayOf } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'
import { consequenceOf, decisions } from './decision-texts.ts'
import type { HeldSubject } from './decide-held.tsx'
import type { Detail } from './payment.tsx'
import { useKeys } from '../ui/form/use-keys.ts'

interface OfferRefundProps {
  readonly subject: HeldSubject
  readonly choice: Detail['decisions'][number]
  readonly onClose: () => void
}

/** Creates the link by which a customer names the address for a refund, and shows it once. */
export function OfferRefund({ subject, choice, onClose }: OfferRefundProps) {
  const client = useQueryClient()
  const [sendTo, setSendTo] = useState('')
  const keyOf = useKeys()
  const offer = useMutation({
    mutationFn: () => confirmed(() => subject.offer(keyOf(sendTo), sendTo)),
    onSettled: () => client.invalidateQueries({ queryKey: subject.changes }),
  })
  if (offer.data)
    return (
      <OneTimeSecret title="Send this link to your customer" secret={offer.data.url} name="refund link" onDone={onClose}>
        <p>
          The holder of the link can name the address that {amountOf(choice)} goes to, once, until {dayOf(offer.data.ends_at)}. It is shown
          only now.
        </p>
      </OneTimeSecret>
    )
  const { asks, keep, act, busy } = decisions.refund
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={asks(amountOf(choice))}
      keep={keep}
      act={act}
      busy={busy}
      isBusy={offer.isPending}
      onAct={() => offer.mutate()}
      error={offer.error ? messageOf(offer.error) : undefined}
    >
      {subject.canMail && (
        <TextField
          label="Customer’s e-mail"
          isOptional
          type="email"
          autoComplete="off"
          hint="They get the link by e-mail too."
          value={sendTo}
          onChange={(event) => setSendTo(event.target.value)}
        />
      )}
      <Consequences rows={choice.consequences.map(consequenceOf)} />
    </ConfirmDialog>
  )
}

/** A refund is of one coin. */
const amountOf = ({ amount, blockchains: [blockchain] }: Detail['decisions'][number]): string =>
  amount === null || blockchain === undefined ? 'it' : formatAsset(amount, blockchain)
