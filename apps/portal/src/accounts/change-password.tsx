import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'

/** Sets a new password; every other session ends. */
export function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation(
    trpc.accounts.recovery.changePassword.mutationOptions({
      onSuccess: ({ sessions_ended }) => {
        setCurrent('')
        setNext('')
        toast(`Password changed. ${sessions_ended} other sessions ended.`)
      },
    }),
  )
  const errors = fieldErrorsOf(change.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate({ currentPassword: current, newPassword: next })
  }
  return (
    <form className="stack max-w-108" onSubmit={submit}>
      {change.error && Object.keys(errors).length === 0 && <Notice state="failed" fact={messageOf(change.error)} isAlert />}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        error={errors['current_password'] && `This ${errors['current_password']}.`}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={next}
        error={errors['new_password']}
        hint="At least 8 characters. Every other session ends."
        onChange={(event) => setNext(event.target.value)}
      />
      <div>
        <Button type="submit" busy={change.isPending && 'Changing…'}>
          Change password
        </Button>
      </div>
    </form>
  )
}
