import { type FormEvent, useState } from 'react'
import { api } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { ShownCodes } from './shown-codes.tsx'
import { useFactorChange, useFactors } from './use-factors.ts'

interface Started {
  readonly secret: string
  readonly uri: string
}

/** Codes of an authenticator app as the second factor: set it up with a QR code, or remove it. */
export function AuthenticatorApp() {
  const { totp_since } = useFactors()
  const [started, setStarted] = useState<Started>()
  const [isRemoving, setRemoving] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useFactorChange(() => api.accounts.factors.startTotp.mutate(), setStarted)
  const remove = useFactorChange(
    () => api.accounts.factors.removeTotp.mutate(),
    () => setRemoving(false),
  )
  return (
    <>
      {totp_since === null ? (
        <p>An app on your phone shows a new code every 30 seconds, which signing in asks for.</p>
      ) : (
        <p>
          In use since <Moment at={totp_since} />.
        </p>
      )}
      {start.error && <Notice state="failed" fact={messageOf(start.error)} isAlert />}
      <div className="row">
        {totp_since === null ? (
          <Button onClick={() => start.mutate(undefined)} busy={start.isPending && 'Preparing…'}>
            Set up an app…
          </Button>
        ) : (
          <Button look="quiet-danger" onClick={() => setRemoving(true)}>
            Remove the app…
          </Button>
        )}
      </div>
      {started && <ConfirmApp started={started} onClose={() => setStarted(undefined)} onCodes={setCodes} />}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove the authenticator app?"
        keep="Keep the app"
        act="Remove the app"
        busy="Removing…"
        isDanger
        isBusy={remove.isPending}
        onAct={() => remove.mutate(undefined)}
        error={remove.error ? messageOf(remove.error) : undefined}
      >
        <p>Signing in no longer asks for its codes.</p>
      </ConfirmDialog>
      {codes && <ShownCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </>
  )
}

interface ConfirmAppProps {
  readonly started: Started
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

function ConfirmApp({ started, onClose, onCodes }: ConfirmAppProps) {
  const [code, setCode] = useState('')
  const confirm = useFactorChange(
    (input: { code: string }) => api.accounts.factors.confirmTotp.mutate(input),
    ({ recovery_codes }) => {
      onClose()
      if (recovery_codes) onCodes(recovery_codes)
    },
  )
  const { code: wrong } = fieldErrorsOf(confirm.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    confirm.mutate({ code })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Set up an authenticator app" isWide>
      <p>Scan this with the app, or type the key. Then enter the code that it shows.</p>
      <QrCode text={started.uri} label="The key of the authenticator app" />
      <p className="row">
        <span className="mono ink">{started.secret}</span>
        <CopyButton text={started.secret} name="key" />
      </p>
      {confirm.error && !wrong && <Notice state="failed" fact={messageOf(confirm.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={wrong && `This code ${wrong}.`}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="mono"
        />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={confirm.isPending && 'Checking…'}>
            Use this app
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
