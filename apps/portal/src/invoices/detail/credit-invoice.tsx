import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Inputs, once, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { TextField } from '../../ui/field.tsx'
import { messageOf } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toasts.tsx'
import { formatMinor } from '../../cards/card-money.ts'
import { creditConsequences } from './credit-consequences.ts'
import { CreditPart } from './credit-part.tsx'
import { type CreditPlan, isRestCreditable, planCredit } from './credit-plan.ts'
import type { Invoice } from './invoice-detail.ts'

const LONGEST_REASON = 500
const WHY_NO_REST =
  'All that is left cannot be credited at once: no lines have just the tax that the earlier credit notes have left. Say which lines you credit.'

/** Writes a credit note over what is left of the invoice, or over a part: of lines where it has any, else an amount. */
export function CreditInvoice({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) {
  const isRestOffered = isRestCreditable(invoice)
  const [isPartChosen, setPart] = useState(false)
  const isPart = isPartChosen || !isRestOffered
  const [typed, setTyped] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const plan = planCredit(invoice, { isPart, typed })
  const call = useCredit(invoice, onClose)
  const shown = 'problem' in plan ? '' : ` ${formatMinor(plan.amountMinor, invoice.currency)}`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Write a credit note over ${invoice.invoice_number}?`}
      keep="Write none"
      act={`Credit${shown}`}
      busy="Writing…"
      isBusy={call.isPending}
      onAct={() => !('problem' in plan) && call.mutate({ plan, reason })}
      error={call.error ? messageOf(call.error) : undefined}
    >
      {isRestOffered ? <HowMuch isPart={isPart} onChoose={setPart} /> : <p className="hint">{WHY_NO_REST}</p>}
      {isPart && <CreditPart invoice={invoice} typed={typed} onType={setTyped} problem={'problem' in plan ? plan.problem : undefined} />}
      <TextField
        label="Reason"
        isOptional
        maxLength={LONGEST_REASON}
        hint="Your client reads it on the credit note."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {!('problem' in plan) && <Consequences rows={creditConsequences(invoice, plan)} />}
    </ConfirmDialog>
  )
}

function HowMuch({ isPart, onChoose }: { readonly isPart: boolean; readonly onChoose: (isPart: boolean) => void }) {
  return (
    <Segmented
      label="How much"
      options={[
        ['whole', 'All that is left'],
        ['part', 'A part'],
      ]}
      value={isPart ? 'part' : 'whole'}
      onChange={(next) => onChoose(next === 'part')}
    />
  )
}

/** One key for each content: what is sent again after a lost answer is written once. */
function useCredit({ id }: Invoice, onDone: () => void) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ plan, reason }: { readonly plan: CreditPlan; readonly reason: string }) => {
      const wish = { id, ...plan.request, ...(reason !== '' && { reason }) } as Inputs['invoices']['credit']
      return api.invoices.credit.mutate(wish, once(`${key}-${plan.amountMinor}`))
    },
    onSuccess: ({ credit_note: note }) => {
      toast(`The credit note ${note.credit_note_number} is written.`)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.invoices.pathKey() }),
  })
}
