import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { Entry } from './entry.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

interface SecondStepProps {
  readonly waiting: Extract<Outputs['accounts']['portal']['signIn'], { status: 'second_factor' }>
  readonly onDone: () => void
  readonly onBack: () => void
}

/** Asks for the second factor: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ waiting: { ticket, factors }, onDone, onBack }: SecondStepProps) {
  const [code, setCode] = useState('')
  const finish = useMutation(trpc.accounts.portal.finishSignIn.mutationOptions({ onSuccess: onDone }))
  const passkey = usePasskeySignIn({ onDone })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    finish.mutate({ ticket, code })
  }
  const wrong = wrongCode(finish.error)
  const problem = wrong === undefined ? (finish.error ?? passkey.error) : undefined
  const hasApp = factors.includes('totp')
  return (
    <Entry
      title="Confirm that it is you"
      foot={
        <Button look="ghost" onClick={onBack}>
          Start again
        </Button>
      }
    >
      {problem && <Notice state="failed" fact={messageOf(problem)} isAlert />}
      {factors.includes('passkey') && (
        <Button look="primary" onClick={() => passkey.mutate(ticket)} busy={passkey.isPending && 'Waiting for your passkey…'}>
          <Fingerprint className="icon" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      <form className="stack" onSubmit={submit}>
        <TextField
          label={hasApp ? 'Code' : 'Recovery code'}
          hint={
            hasApp
              ? 'Six digits of your authenticator app, or one of your recovery codes.'
              : 'One of the codes that you stored when the passkey was added.'
          }
          error={wrong}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoFocus={hasApp}
          required
          className="mono"
        />
        <Button look={factors.includes('passkey') ? undefined : 'primary'} type="submit" busy={finish.isPending && 'Checking…'}>
          Continue
        </Button>
      </form>
    </Entry>
  )
}

const wrongCode = (error: unknown): string | undefined => {
  const { code } = fieldErrorsOf(error)
  return code && `This code ${code}.`
}
