import { allScopes, areas, type Scope, WALLETS_WRITE } from '@gateway/domain/accounts/scope'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { ScopeGrid } from './scope-grid.tsx'

interface CreateKeyProps {
  readonly businessId: string
  readonly onClose: () => void
  /** Gets the text of the key, which is shown once. */
  readonly onCreated: (text: string) => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = [
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const

/** A new key: its name, what it may do, and when it ends. */
export function CreateKey({ businessId, onClose, onCreated }: CreateKeyProps) {
  const [name, setName] = useState('')
  const [mayAll, setMayAll] = useState(true)
  const [scopes, setScopes] = useState<readonly Scope[]>(['payments:write'])
  const [days, setDays] = useState('365')
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      confirmed(() => api.businesses.keys.create.mutate({ id: businessId, name, scopes: mayAll ? ['*'] : scopes, ...endOf(days) })),
    onSuccess: async ({ key }) => {
      onCreated(key.api_key)
      await client.invalidateQueries({ queryKey: trpc.businesses.keys.list.queryKey() })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title="New API key" isWide>
      {create.error && <Notice state="failed" fact={messageOf(create.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="Where it will be used. You see it in the list and in the audit log."
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="stack">
          <legend className="label">Permissions</legend>
          <CheckField type="radio" name="may" checked={mayAll} onChange={() => setMayAll(true)}>
            Everything of this business but its wallets
          </CheckField>
          <CheckField type="radio" name="may" checked={!mayAll} onChange={() => setMayAll(false)}>
            Only the chosen areas
          </CheckField>
          {!mayAll && (
            <ScopeGrid areas={areas} chosen={scopes} onChange={(next) => setScopes(allScopes.filter((scope) => next.includes(scope)))} />
          )}
          {!mayAll && (
            <CheckField checked={scopes.includes(WALLETS_WRITE)} onChange={(event) => setScopes(toggled(scopes, event.target.checked))}>
              Change wallets, which decide where money goes
            </CheckField>
          )}
        </fieldset>
        <SelectField label="Expires" value={days} onChange={(event) => setDays(event.target.value)}>
          {lifetimes.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </SelectField>
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={create.isPending && 'Creating…'} disabled={!mayAll && scopes.length === 0}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const endOf = (days: string) => (days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() })

const toggled = (scopes: readonly Scope[], isOn: boolean): readonly Scope[] =>
  isOn ? [...scopes, WALLETS_WRITE] : scopes.filter((scope) => scope !== WALLETS_WRITE)
