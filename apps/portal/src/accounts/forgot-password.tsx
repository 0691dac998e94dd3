import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { Entry } from './entry.tsx'

/** Asks for a link that sets a new password. The answer is the same whether the account exists. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const send = useMutation(trpc.accounts.recovery.askForReset.mutationOptions())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send.mutate({ email })
  }
  return (
    <Entry title="Set a new password" foot={<Link to="/sign-in">Back to sign-in</Link>}>
      {send.error && <Notice state="failed" fact={messageOf(send.error)} isAlert />}
      {send.isSuccess ? (
        <Notice state="confirmed" fact="Look into your mailbox">
          If an account has this address, a link is on its way. It works once.
        </Notice>
      ) : (
        <form className="stack" onSubmit={submit}>
          <TextField
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button look="primary" type="submit" busy={send.isPending && 'Sending…'}>
            Send link
          </Button>
        </form>
      )}
    </Entry>
  )
}
