import { ClaimDidInput } from '@gateway/contract/identity/dids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useSession } from '../accounts/session.ts'
import { api, once, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { Json } from '../ui/json.tsx'
import { FormRefusal } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'

interface Values {
  readonly did: string
  /** A `did:key` ends with it; it is not typed. */
  readonly publicKey: string
  readonly signature: string
}

const withKey = (values: Values): Values => ({ ...values, publicKey: values.did.replace(/^did:key:/, '') })
const LinkForm = z.preprocess((values) => withKey(values as Values), ClaimDidInput)
const start: Values = { did: '', publicKey: '', signature: '' }

const fields = [
  { name: 'did', label: 'DID', kind: 'address', hint: 'The did:key of an Ed25519 key that you hold.', also: 'publicKey', autoFocus: true },
] as const
const proof = [{ name: 'signature', label: 'Signature', kind: 'address', hint: '64 bytes in base64url.' }] as const

/** Links a DID from elsewhere: its holder signs a text that names it and the account. */
export function LinkDid({ onClose }: { readonly onClose: () => void }) {
  const { merchant } = useSession()
  const link = useLinking(onClose)
  const form = useWireForm<Values>(LinkForm, start, link.error)
  const did = form.watch('did')
  return (
    <Dialog isOpen onClose={onClose} title="Link a DID" isWide>
      <form className="stack" onSubmit={form.handleSubmit((values) => link.mutate(values))}>
        <FormRefusal fact="The DID could not be linked" error={link.error} />
        <Fields form={form} fields={fields} />
        <Json name="Sign this text with its key, Ed25519" value={`claim-did:${did || '…'}:${merchant.id}`} />
        <Fields form={form} fields={proof} />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Link none</Button>
          <Button look="primary" type="submit" busy={link.isPending && 'Linking…'}>
            Link DID
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useLinking(onClose: () => void) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: Values) => api.identity.dids.claim.mutate(withKey(values), once(key)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: trpc.identity.pathKey() })
      toast('The DID is linked.')
      onClose()
    },
  })
}
