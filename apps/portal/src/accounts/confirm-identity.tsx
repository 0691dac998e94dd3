import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { askedNow, onAsked, settle } from './confirmed.ts'
import { askForPasskey } from './webauthn.ts'

/** Asks for the password or a passkey again before something important; it holds for five minutes. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(onAsked, askedNow)
  return asked ? <Question /> : null
}

function Question() {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const onSuccess = (): void => settle('confirm')
  const byPassword = useMutation({ mutationFn: () => api.accounts.portal.confirm.mutate({ password }), onSuccess })
  const byPasskey = useMutation({ mutationFn: confirmByPasskey, onSuccess })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    byPassword.mutate()
  }
  const error = byPassword.error ?? byPasskey.error
  const { password: wrong } = fieldErrorsOf(byPassword.error)
  return (
    <Dialog isOpen onClose={() => settle('giveUp')} title="Confirm that it is you" initialFocus={field}>
      <p>This changes where money goes or who can act for you. The confirmation holds for five minutes.</p>
      {error && !wrong && <Notice state="failed" fact={messageOf(error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          ref={field}
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          error={wrong && `This ${wrong}.`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={() => settle('giveUp')}>Cancel</Button>
          <Button onClick={() => byPasskey.mutate()} busy={byPasskey.isPending && 'Waiting for your passkey…'}>
            <Fingerprint className="icon" aria-hidden="true" />
            Use a passkey
          </Button>
          <Button look="primary" type="submit" busy={byPassword.isPending && 'Checking…'}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

async function confirmByPasskey() {
  const { challenge_id, options } = await api.accounts.portal.confirmPasskeyOptions.mutate()
  const response = await askForPasskey(options)
  return api.accounts.portal.confirmPasskey.mutate({ challenge_id, response })
}
