import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CornerUpLeft, Landmark, Lock, Percent, Scale } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, once, type Outputs, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences, type ConsequenceRow } from '../../ui/consequences.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isFinal, messageOf } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toasts.tsx'
import { formatMinor, readMinor } from '../card-money.ts'
import type { CardDetail } from './card-detail.ts'
import { planRefund } from './refund-plan.ts'

interface RefundProps {
  readonly detail: CardDetail
  readonly onClose: () => void
}

type Answer = Outputs['cards']['refund']

/** Refunds a card payment, whole or in part: what is left, what becomes of the fee, and how it ended. */
export function RefundCard({ detail, onClose }: RefundProps) {
  const { payment, money } = detail
  const { currency } = payment
  const [isPart, setPart] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const call = useRefund(payment.id, { onDone: onClose, currency })
  const amount = isPart ? readMinor(typed, currency) : money.remaining
  const problem = problemOf(typed, { amount, detail })
  const chosen = problem === undefined ? amount : undefined
  const shown = formatMinor(amount ?? money.remaining, currency)
  if (call.data) return <Outcome answer={call.data} currency={currency} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refund the card payment of ${formatMinor(payment.amount, currency)}?`}
      keep="Keep the money"
      act={`Refund ${shown}`}
      busy="Refunding…"
      isBusy={call.isPending}
      onAct={() => chosen !== undefined && call.mutate({ amount: isPart ? chosen : undefined, reason })}
      error={call.error ? refusalOf(call.error) : undefined}
    >
      <Remaining detail={detail} />
      <Segmented
        label="How much"
        options={[
          ['whole', 'All that is left'],
          ['part', 'A part'],
        ]}
        value={isPart ? 'part' : 'whole'}
        onChange={(next) => setPart(next === 'part')}
      />
      {isPart && <PartField currency={currency} typed={typed} problem={problem} onType={setTyped} />}
      <TextField
        label="Reason"
        isOptional
        maxLength={500}
        hint="It is stored with the refund. The customer does not read it."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {chosen !== undefined && <Consequences rows={consequencesOf(detail, chosen)} />}
    </ConfirmDialog>
  )
}

/** What is left, less what pending refunds have reserved. */
function Remaining({ detail: { money, payment } }: { readonly detail: CardDetail }) {
  const reserved = money.pending > 0 && `; ${formatMinor(money.pending, payment.currency)} is reserved by refunds that are pending`
  return (
    <p>
      {formatMinor(money.remaining, payment.currency)} can still be refunded{reserved}.
    </p>
  )
}

interface PartProps {
  readonly currency: string
  readonly typed: string
  readonly problem: string | undefined
  readonly onType: (typed: string) => void
}

const PartField = ({ currency, typed, problem, onType }: PartProps) => (
  <TextField
    label={`Amount, ${currency.toUpperCase()}`}
    inputMode="decimal"
    className="num"
    autoComplete="off"
    value={typed}
    error={typed === '' ? undefined : problem}
    onChange={(event) => onType(event.target.value)}
  />
)

/** One key for each amount: what is sent again after a lost answer is carried out once. */
function useRefund(id: string, { onDone, currency }: { readonly onDone: () => void; readonly currency: string }) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ amount, reason }: { readonly amount: number | undefined; readonly reason: string }) =>
      confirmed(() =>
        api.cards.refund.mutate(
          { escrowId: id, ...(amount !== undefined && { amount }), ...(reason !== '' && { reason }) },
          once(`${key}-${amount ?? 'rest'}`),
        ),
      ),
    onSuccess: ({ status, amount_refunded: refunded }) => {
      if (status !== 'succeeded') return
      toast(`${formatMinor(refunded, currency)} is refunded.`)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.cards.pathKey() }),
  })
}

/** A refund that has no result yet, or a bad one. One that succeeded closes the dialog. */
function Outcome({ answer, currency, onClose }: { readonly answer: Answer; readonly currency: string; readonly onClose: () => void }) {
  const amount = formatMinor(answer.amount_refunded, currency)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={answer.status === 'failed' ? 'The refund failed' : 'The refund is on its way'}
      foot={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {answer.status === 'failed' ? (
        <Notice state="failed" fact={`${amount} was not refunded`}>
          The card processor has refused it. The amount is free again, and its reason stands in the list of refunds.
        </Notice>
      ) : (
        <Notice state="pending" fact={`${amount} is reserved`}>
          The card processor has no result yet. This page shows it as soon as there is one; do not refund it again.
        </Notice>
      )}
    </Dialog>
  )
}

/** Without an answer nobody knows whether it was carried out. */
const refusalOf = (error: unknown): string =>
  isFinal(error) ? messageOf(error) : `${messageOf(error)} Whether it was carried out is not known. Send it again: it is carried out once.`

function problemOf(
  typed: string,
  { amount, detail: { money, payment } }: { readonly amount: number | undefined; readonly detail: CardDetail },
): string | undefined {
  if (amount === undefined) return typed === '' ? 'Is required' : 'Must be an amount such as 12.50'
  return amount > money.remaining ? `Only ${formatMinor(money.remaining, payment.currency)} is left` : undefined
}

function consequencesOf(detail: CardDetail, amountMinor: number): ConsequenceRow[] {
  const { currency } = detail.payment
  const plan = planRefund(detail, amountMinor)
  const money = (minor: bigint) => formatMinor(minor, currency)
  return [
    [CornerUpLeft, `${money(BigInt(amountMinor))} goes back to the card. Banks show it after five to ten days.`],
    [Scale, standingAfter(detail, { left: money(plan.left), isAll: plan.left === 0n })],
    [Percent, feeTold(detail, { before: money(plan.feeBefore), after: money(plan.feeAfter), back: money(plan.feeBack) })],
    ...(plan.reversed > 0n
      ? [
          [
            Landmark,
            `${money(plan.reversed)} is taken back from your balance at the card processor. What is missing there, you owe.`,
          ] as const,
        ]
      : []),
    ...(detail.payment.escrow_mode ? [] : [[Landmark, 'The card processor keeps its own cost of the payment.'] as const]),
    [Lock, 'It cannot be taken back.'],
  ]
}

function standingAfter({ payment, escrow }: CardDetail, { left, isAll }: { readonly left: string; readonly isAll: boolean }): string {
  if (!payment.escrow_mode) return isAll ? 'Nothing of the payment is left.' : `${left} of the payment stays.`
  if ((escrow?.amount_transferred ?? 0) > 0)
    return isAll ? 'Nothing of the released money is left.' : `${left} of the released payment stays.`
  return isAll ? 'Nothing stays in escrow; it cannot be released any more.' : `${left} stays in escrow until you release or refund it.`
}

function feeTold(
  { payment }: CardDetail,
  { before, after, back }: { readonly before: string; readonly after: string; readonly back: string },
): string {
  if (before === after) return `The fee stays ${after}.`
  const falls = `The fee falls from ${before} to ${after}, the fee of what is left.`
  return payment.escrow_mode ? falls : `${falls} ${back} goes back to you.`
}
