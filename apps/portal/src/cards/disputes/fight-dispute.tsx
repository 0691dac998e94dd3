import { DisputeEvidenceInput } from '@gateway/contract/cards/evidence'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileCheck, Landmark, Lock } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { type FieldOf, Fields } from '../../ui/form/fields.tsx'
import { filledIn, useWireForm, withoutBlanks } from '../../ui/form/use-wire-form.ts'
import { FormRefusal, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/page.tsx'
import { messageOf } from '../../ui/problem.ts'
import { toast } from '../../ui/toasts.tsx'
import type { Dispute } from './dispute-words.ts'

const start = {
  productDescription: '',
  customerName: '',
  customerEmailAddress: '',
  billingAddress: '',
  serviceDate: '',
  shippingCarrier: '',
  shippingTrackingNumber: '',
  shippingDate: '',
  refundPolicyDisclosure: '',
  cancellationRebuttal: '',
  uncategorizedText: '',
}
type Values = typeof start

const EvidenceForm = filledIn(DisputeEvidenceInput)

/** The answer that fights a dispute: texts that are stored first, or sent to the bank, which reads them once. */
export function FightDispute({ dispute }: { readonly dispute: Dispute }) {
  const [isAsked, setAsked] = useState(false)
  const save = useEvidence(dispute.id, { isFinal: false, done: 'The evidence is stored. It is not sent yet.' })
  const send = useEvidence(dispute.id, { isFinal: true, done: 'The evidence is sent to the bank.' })
  const form = useWireForm<Values & { id: string }>(EvidenceForm, { ...start, id: dispute.id }, save.error ?? send.error)
  const [isEmpty, setEmpty] = useState(false)
  const ask = form.handleSubmit(({ id: _id, ...texts }) => {
    const hasNothing = !dispute.has_evidence && Object.values(texts).every((text) => text === '')
    setEmpty(hasNothing)
    setAsked(!hasNothing)
  })
  return (
    <Section
      title="Evidence in words"
      aside={dispute.has_evidence && <span className="hint push">Evidence is stored already; what you add joins it</span>}
    >
      <form className="stack max-w-108" onSubmit={ask}>
        <p>Say what shows that the charge is right. Leave empty what does not apply.</p>
        <FormRefusal fact="The evidence could not be stored" error={save.error} />
        <Fields form={form} fields={fields} />
        {isEmpty && (
          <Notice state="failed" fact="There is no evidence yet" isAlert>
            Fill in at least one field. The bank reads what is sent once.
          </Notice>
        )}
        <div className="row row--wrap">
          <Button look="primary" type="submit">
            Send to the bank…
          </Button>
          <Button busy={save.isPending && 'Storing…'} onClick={() => void form.handleSubmit((values) => save.mutate(values))()}>
            Store for later
          </Button>
        </div>
      </form>
      {isAsked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(false)}
          title="Send the evidence to the bank?"
          keep="Keep writing"
          act="Send evidence"
          busy="Sending…"
          isBusy={send.isPending}
          onAct={() => void form.handleSubmit((values) => send.mutate(values))()}
          error={send.error ? messageOf(send.error) : undefined}
        >
          <Consequences
            rows={[
              [FileCheck, 'Everything that is stored and written here is sent'],
              [Lock, 'The bank reads it once: nothing can be added or taken back'],
              [Landmark, 'The bank decides, which can take two months. You hear of it by a webhook and here'],
            ]}
          />
        </ConfirmDialog>
      )}
    </Section>
  )
}

/** One key for each text: what is sent again after a lost answer is stored once. */
function useEvidence(id: string, { isFinal, done }: { readonly isFinal: boolean; readonly done: string }) {
  const client = useQueryClient()
  const [sent, setSent] = useState({ text: '', key: '' })
  return useMutation({
    mutationFn: (values: Values) => {
      const text = JSON.stringify(values)
      const key = text === sent.text ? sent.key : crypto.randomUUID()
      setSent({ text, key })
      return confirmed(() =>
        api.cards.disputes.evidence.mutate({ ...withoutBlanks({ ...values }), id, submit: isFinal } as never, once(key)),
      )
    },
    onSuccess: () => toast(done),
    onSettled: () => client.invalidateQueries({ queryKey: trpc.cards.pathKey() }),
  })
}

const fields: readonly FieldOf<Values & { id: string }>[] = [
  { name: 'productDescription', label: 'What was sold', isOptional: true, kind: 'lines' },
  { name: 'customerName', label: 'Customer’s name', isOptional: true },
  { name: 'customerEmailAddress', label: 'Customer’s e-mail', isOptional: true, kind: 'email' },
  { name: 'billingAddress', label: 'Billing address', isOptional: true },
  { name: 'serviceDate', label: 'Date of the service', isOptional: true },
  { name: 'shippingCarrier', label: 'Carrier', isOptional: true },
  { name: 'shippingTrackingNumber', label: 'Tracking number', isOptional: true },
  { name: 'shippingDate', label: 'Sent on', isOptional: true },
  { name: 'refundPolicyDisclosure', label: 'How the customer saw your refund policy', isOptional: true, kind: 'lines' },
  { name: 'cancellationRebuttal', label: 'Why it was not cancelled as the customer says', isOptional: true, kind: 'lines' },
  { name: 'uncategorizedText', label: 'Everything else', isOptional: true, kind: 'lines' },
]
