import { useState } from 'react'
import { api } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Section } from '../ui/page.tsx'
import { messageOf } from '../ui/problem.ts'
import { ShownCodes } from './shown-codes.tsx'
import { useFactorChange, useFactors } from './use-factors.ts'

/** How many recovery codes are left, and the way to new ones; nothing while no second factor is enrolled. */
export function RecoveryCodes() {
  const { passkeys, totp_since, recovery_codes_left } = useFactors()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = useFactorChange(
    () => api.accounts.factors.newRecoveryCodes.mutate(),
    ({ recovery_codes }) => {
      setAsking(false)
      setCodes(recovery_codes)
    },
  )
  if (passkeys.length === 0 && totp_since === null) return null
  return (
    <Section title="Recovery codes">
      <p>{recovery_codes_left} of 10 codes are left. Each signs you in once when your second factor is not at hand.</p>
      <div className="row">
        <Button onClick={() => setAsking(true)}>Create new codes…</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Create new recovery codes?"
        keep="Keep the old codes"
        act="Create new codes"
        busy="Creating…"
        isBusy={renew.isPending}
        onAct={() => renew.mutate(undefined)}
        error={renew.error ? messageOf(renew.error) : undefined}
      >
        <p>The old codes stop working at once.</p>
      </ConfirmDialog>
      {codes && <ShownCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </Section>
  )
}
