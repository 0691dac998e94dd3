import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMsat } from '../sats.ts'
import { consequencesOf } from './send-consequences.tsx'
import { SendFacts } from './send-facts.tsx'
import { sendFailure } from './send-failure.ts'
import { type Preview, sendInput, type SendValues } from './send-values.ts'

interface ConfirmSendProps {
  readonly values: SendValues
  readonly preview: Preview
  /** The key of a request, by its content. */
  readonly keyOf: (content: string) => string
  readonly onBack: () => void
  readonly onClose: () => void
}

/** Shows what a send does, whole: the amount, to whom, the most that it may cost and what stays; then pays it. */
export function ConfirmSend({ values, preview, keyOf, onBack, onClose }: ConfirmSendProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const pay = usePaying({ values, keyOf, onClose })
  const amount = formatMsat(preview.amount_msat ?? 0)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Send ${amount}?`}
      initialFocus={safe}
      foot={
        <>
          <Button ref={safe} onClick={onBack} disabled={pay.isPending}>
            Back
          </Button>
          <Button look="primary" onClick={() => pay.mutate()} disabled={!preview.is_enough} busy={pay.isPending && 'Sending…'}>
            Send {amount}
          </Button>
        </>
      }
    >
      {pay.error ? <Notice state="failed" fact={sendFailure(pay.error)} isAlert isFlat /> : <Shortage preview={preview} />}
      <SendFacts preview={preview} walletId={values.walletId} />
      <Consequences rows={consequencesOf(preview)} />
    </Dialog>
  )
}

/** Why the button is not pressed. */
function Shortage({ preview }: { readonly preview: Preview }) {
  if (preview.is_enough) return null
  return (
    <Notice state="held" fact="The wallet does not have enough" isFlat>
      The amount and the fee limit have to be available together. Send less, or receive first.
    </Notice>
  )
}

/** Pays, once for each content however often it is pressed, and opens the page of the payment, which says how it ends. */
function usePaying({ values, keyOf, onClose }: Pick<ConfirmSendProps, 'values' | 'keyOf' | 'onClose'>) {
  const business = useBusinessId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const input = sendInput(values)
  return useMutation({
    mutationFn: () => confirmed(() => api.lightning.payments.send.mutate(input, once(keyOf(JSON.stringify(input))))),
    onSuccess: async ({ payment }) => {
      onClose()
      await client.invalidateQueries({ queryKey: trpc.lightning.pathKey() })
      await navigate({ to: '/b/$business/lightning/payments/$payment', params: { business, payment: payment.id } })
    },
  })
}
