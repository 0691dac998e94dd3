import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useKeys } from '../../ui/form/use-keys.ts'
import type { WalletChoice } from '../wallets/use-wallet-choice.ts'
import { ConfirmSend } from './confirm-send.tsx'
import { SendForm } from './send-form.tsx'
import type { Preview, SendValues } from './send-values.ts'

interface SendProps {
  readonly choice: WalletChoice
  readonly onClose: () => void
}

/** What was asked for, and what the node reads from it. */
interface Checked {
  readonly values: SendValues
  readonly preview: Preview
}

/** Sends in two steps: what it goes to is read first, then shown with everything that it costs, and only then it is paid. */
export function Send({ choice, onClose }: SendProps) {
  const [values, setValues] = useState<SendValues>({ walletId: choice.preset, destination: '', amountSats: '' })
  const [checked, setChecked] = useState<Checked>()
  // Here and not in the second step: who goes back and on again after a lost answer sends the same request.
  const keyOf = useKeys()
  if (checked) return <ConfirmSend {...checked} keyOf={keyOf} onBack={() => setChecked(undefined)} onClose={onClose} />
  const onChecked = (typed: SendValues, preview: Preview): void => {
    setValues(typed)
    setChecked({ values: typed, preview })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Send">
      <SendForm choice={choice} start={values} onChecked={onChecked} onClose={onClose} />
    </Dialog>
  )
}
