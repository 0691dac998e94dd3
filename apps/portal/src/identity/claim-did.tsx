import { ClaimDidInput } from '@gateway/contract/identity/dids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, once, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { filledIn, useWireForm, withoutBlanks } from '../ui/form/use-wire-form.ts'
import { FormRefusal } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'

interface Values {
  readonly displayName: string
}

const ClaimForm = filledIn(ClaimDidInput)

const fields = [
  {
    name: 'displayName',
    label: 'Display name',
    isOptional: true,
    hint: 'Anyone reads it on your public profile. It cannot be changed.',
    autoFocus: true,
  },
] as const

/** Claims the DID of the merchant, once. */
export function ClaimDid({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const claim = useMutation({
    mutationFn: (values: Values) => api.identity.dids.claim.mutate(withoutBlanks({ ...values }) as never, once(key)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: trpc.identity.pathKey() })
      toast('Your DID is claimed.')
      onClose()
    },
  })
  const form = useWireForm<Values>(ClaimForm, { displayName: '' }, claim.error)
  return (
    <Dialog isOpen onClose={onClose} title="Claim your DID">
      <form className="stack" onSubmit={form.handleSubmit((values) => claim.mutate(values))}>
        <FormRefusal fact="The DID could not be claimed" error={claim.error} />
        <p>The service makes the key and keeps it sealed. An account has one DID, for good.</p>
        <Fields form={form} fields={fields} />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Claim none</Button>
          <Button look="primary" type="submit" busy={claim.isPending && 'Claiming…'}>
            Claim DID
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
