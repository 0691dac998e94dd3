import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { leaveTo, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { Entry } from './entry.tsx'

const LONG_ENOUGH = 15

/** Opens an account and signs in; the next page opens a business, unless an app waits for its user. */
export function SignUpPage() {
  const search = useSearch({ from: '/sign-up' })
  const [name, setName] = useState('')
  const [email, setEmail] = useState(search.email ?? '')
  const [password, setPassword] = useState('')
  const signUp = useMutation(trpc.accounts.portal.signUp.mutationOptions({ onSuccess: () => leaveTo(search.next ?? '/dashboard/') }))
  const errors = fieldErrorsOf(signUp.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signUp.mutate({ email, password, ...(name.trim() && { name }) })
  }
  return (
    <Entry
      title="Open an account"
      foot={
        <Link to="/sign-in" search={search}>
          Sign in instead
        </Link>
      }
    >
      {signUp.error && Object.keys(errors).length === 0 && <Notice state="failed" fact={messageOf(signUp.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Your name"
          isOptional
          autoComplete="name"
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          error={errors['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          error={errors['password']}
          hint={`At least 8 characters. Without a second factor, ${LONG_ENOUGH} or more are safer; any text will do.`}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button look="primary" type="submit" busy={signUp.isPending && 'Opening…'}>
          Open account
        </Button>
      </form>
    </Entry>
  )
}
