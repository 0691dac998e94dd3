import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, type Outputs } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { ShownCodes } from './shown-codes.tsx'
import { useFactorChange, useFactors } from './use-factors.ts'
import { makePasskey } from './webauthn.ts'

type Passkey = Outputs['accounts']['factors']['list']['passkeys'][number]

/** The passkeys of the account: add one, see when it was used, remove it. */
export function Passkeys() {
  const { passkeys, totp_since } = useFactors()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const [codes, setCodes] = useState<readonly string[]>()
  const columns: Column<Passkey>[] = [
    { id: 'name', head: 'Name', place: 'lead', isMain: true, cell: ({ name }) => name },
    { id: 'created', head: 'Added', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'used',
      head: 'Last used',
      place: 'sub-end',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : 'never'),
    },
    {
      id: 'remove',
      head: <span className="sr-only">Actions</span>,
      place: 'end',
      isNumber: true,
      cell: (passkey) => (
        <Button size="sm" look="quiet-danger" onClick={() => setRemoving(passkey)}>
          Remove…
        </Button>
      ),
    },
  ]
  return (
    <>
      <p>A passkey signs in with your fingerprint, your face or a security key. Nobody can be tricked into giving it away.</p>
      {passkeys.length === 0 && totp_since === null && <p>Your first passkey or authenticator app ends every other session.</p>}
      {passkeys.length > 0 && (
        <div className="card">
          <Table label="Passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
        </div>
      )}
      <div className="row">
        <Button look={passkeys.length === 0 ? 'primary' : undefined} onClick={() => setAdding(true)}>
          <Fingerprint className="icon" aria-hidden="true" />
          Add a passkey…
        </Button>
      </div>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} onCodes={setCodes} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
      {codes && <ShownCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </>
  )
}

function AddPasskey({ onClose, onCodes }: { readonly onClose: () => void; readonly onCodes: (codes: readonly string[]) => void }) {
  const [name, setName] = useState('')
  const add = useFactorChange(
    async (input: { name: string }) => {
      const { challenge_id, options } = await api.accounts.factors.passkeyRegistration.mutate()
      const response = await makePasskey(options)
      return api.accounts.factors.addPasskey.mutate({ challenge_id, name: input.name, response })
    },
    ({ recovery_codes }) => {
      onClose()
      if (recovery_codes) onCodes(recovery_codes)
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add.mutate({ name })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Add a passkey">
      {add.error && <Notice state="failed" fact={messageOf(add.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="Where it lives, such as “Laptop” or “Security key”."
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={add.isPending && 'Waiting for your device…'}>
            Add passkey
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RemovePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const remove = useFactorChange((id: string) => api.accounts.factors.removePasskey.mutate({ id }), onClose)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove the passkey “${passkey.name}”?`}
      keep="Keep passkey"
      act="Remove passkey"
      busy="Removing…"
      isDanger
      isBusy={remove.isPending}
      onAct={() => remove.mutate(passkey.id)}
      error={remove.error ? messageOf(remove.error) : undefined}
    >
      <p>It no longer signs in. Sessions that are open stay open.</p>
    </ConfirmDialog>
  )
}
