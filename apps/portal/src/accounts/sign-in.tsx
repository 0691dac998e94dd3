import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { leaveTo, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { Entry } from './entry.tsx'
import type { EntrySearch } from './entry-search.ts'
import { SecondStep } from './second-step.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

type Waiting = Extract<Outputs['accounts']['portal']['signIn'], { status: 'second_factor' }>

/** E-mail address and password, or a passkey; an enrolled second factor is asked next. */
export function SignInPage() {
  const search = useSearch({ from: '/sign-in' })
  const [waiting, setWaiting] = useState<Waiting>()
  const enter = (): void => leaveTo(search.next ?? '/dashboard/')
  if (waiting) return <SecondStep waiting={waiting} onDone={enter} onBack={() => setWaiting(undefined)} />
  return <FirstStep search={search} onDone={enter} onSecond={setWaiting} />
}

interface First {
  readonly search: EntrySearch
  readonly onDone: () => void
  readonly onSecond: (waiting: Waiting) => void
}

function FirstStep({ search, onDone, onSecond }: First) {
  const [email, setEmail] = useState(search.email ?? '')
  const [password, setPassword] = useState('')
  const signIn = useMutation(
    trpc.accounts.portal.signIn.mutationOptions({ onSuccess: (answer) => (answer.status === 'signed_in' ? onDone() : onSecond(answer)) }),
  )
  const passkey = usePasskeySignIn({ onDone })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.mutate({ email, password })
  }
  const error = signIn.error ?? passkey.error
  return (
    <Entry
      title="Sign in"
      foot={
        <Link to="/sign-up" search={search}>
          Open an account
        </Link>
      }
    >
      {error && <Notice state="failed" fact={messageOf(error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button look="primary" type="submit" busy={signIn.isPending && 'Signing in…'}>
          Sign in
        </Button>
      </form>
      <Button onClick={() => passkey.mutate(undefined)} busy={passkey.isPending && 'Waiting for your passkey…'}>
        <Fingerprint className="icon" aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <Link to="/forgot-password">Forgot the password?</Link>
    </Entry>
  )
}
