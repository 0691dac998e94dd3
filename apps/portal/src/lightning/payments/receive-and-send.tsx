import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Receive } from '../receive/receive.tsx'
import { Send } from '../send/send.tsx'
import type { WalletChoice } from '../wallets/use-wallet-choice.ts'

/** The two things that a wallet does, each in a dialog. */
export function ReceiveAndSend({ choice }: { readonly choice: WalletChoice }) {
  const [open, setOpen] = useState<'receive' | 'send'>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('send')}>
        <ArrowUpRight className="icon flip" aria-hidden="true" />
        Send…
      </Button>
      <Button look="primary" onClick={() => setOpen('receive')}>
        <ArrowDownLeft className="icon flip" aria-hidden="true" />
        Receive…
      </Button>
      {open === 'receive' && <Receive choice={choice} onClose={close} />}
      {open === 'send' && <Send choice={choice} onClose={close} />}
    </>
  )
}
