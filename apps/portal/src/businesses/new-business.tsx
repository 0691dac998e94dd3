import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Entry } from '../accounts/entry.tsx'
import { confirmed } from '../accounts/confirmed.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'

type Created = Outputs['businesses']['create']['business']

/** Opens a business, and shows its API key and its webhook secret once. */
export function NewBusinessPage() {
  const [name, setName] = useState('')
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () => confirmed(() => api.businesses.create.mutate({ name })),
    onSuccess: () => client.invalidateQueries({ queryKey: trpc.businesses.list.queryKey() }),
  })
  const errors = fieldErrorsOf(create.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Entry title="Open a business" foot={<Link to="/account">Account and security</Link>}>
      <p>A business has its own wallets, keys, webhooks and payments. You can open more later.</p>
      {create.error && Object.keys(errors).length === 0 && <Notice state="failed" fact={messageOf(create.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="Your customers see it on every payment page."
          required
          maxLength={100}
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <Button look="primary" type="submit" busy={create.isPending && 'Opening…'}>
          Open business
        </Button>
      </form>
      {create.data && <ShownSecrets business={create.data.business} />}
    </Entry>
  )
}

/** Both secrets, one after the other. */
function ShownSecrets({ business }: { readonly business: Created }) {
  const [isKeyStored, setKeyStored] = useState(false)
  const navigate = useNavigate()
  const open = (): void => void navigate({ to: '/b/$business', params: { business: business.id } })
  if (!isKeyStored)
    return (
      <OneTimeSecret key="key" title="Copy your API key now" secret={business.api_key} name="API key" onDone={() => setKeyStored(true)}>
        <p>Your server uses it to create payments. This is the only time it is shown; you can create more keys later.</p>
      </OneTimeSecret>
    )
  return (
    <OneTimeSecret key="secret" title="Copy your webhook secret now" secret={business.webhook_secret} name="webhook secret" onDone={open}>
      <p>Your server checks with it that a webhook is ours. You can rotate it at any time.</p>
    </OneTimeSecret>
  )
}
