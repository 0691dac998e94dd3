import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, Lock, Scale } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import { findBindingRefusal } from './find-binding-refusal.ts'
import { type PartyLink, readPartyLink } from './party-link.ts'

/** The way to bind the DID of the merchant to its side of an escrow; of the escrow at hand, or of that which the link names. */
export function BindParty({ escrowId }: { readonly escrowId?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>I am a party…</Button>
      {isOpen && <Bind {...(escrowId !== undefined && { escrowId })} onClose={() => setOpen(false)} />}
    </>
  )
}

interface BindProps {
  readonly escrowId?: string
  readonly onClose: () => void
}

function Bind({ escrowId, onClose }: BindProps) {
  const bind = useBinding(onClose)
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const problem = bind.error ? messageOf(bind.error) : bind.data && findBindingRefusal(bind.data)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const named = namedBy(typed, escrowId)
    setRefused(named === undefined)
    if (named) bind.mutate(named)
  }
  return (
    <Dialog isOpen onClose={onClose} title="I am a party of this escrow">
      {problem !== undefined && <Notice state="failed" fact={problem} isAlert />}
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={escrowId === undefined ? 'Your link' : 'Your link or token'}
          hint="It is in the e-mail about the escrow, or whoever created it sent it to you."
          error={isRefused ? 'Paste the whole link that you have of the escrow.' : undefined}
          className="mono"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Consequences
          rows={[
            [Scale, 'Your DID is bound to your side of the escrow, once and for ever'],
            [Eye, 'The receipt of its settlement is public, and names your DID'],
            [Lock, 'The money and who decides about it do not change'],
          ]}
        />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Bind nothing</Button>
          <Button look="primary" type="submit" busy={bind.isPending && 'Binding…'}>
            Bind my DID
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The link names the escrow itself; a bare token is one of the escrow at hand. */
function namedBy(typed: string, escrowId: string | undefined): PartyLink | undefined {
  const link = readPartyLink(typed)
  if (link) return escrowId === undefined || link.id === escrowId ? link : undefined
  const token = typed.trim()
  return escrowId !== undefined && token.startsWith('esc_') ? { id: escrowId, token } : undefined
}

function useBinding(onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (named: PartyLink) => api.escrows.authenticate.mutate(named),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: trpc.identity.pathKey() })
      if (findBindingRefusal(answer) !== undefined) return
      toast(`Your DID is bound as ${answer.role}.`)
      onClose()
    },
  })
}
