import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Receive } from '../receive/receive.tsx'
import { Send } from '../send/send.tsx'
import type { Wallet } from '../use-wallets.ts'

/** The two things that a wallet does, each in a dialog. */
export function ReceiveAndSend({ wallets }: { readonly wallets: readonly Wallet[] }) {
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
      {open === 'receive' && <Receive wallets={wallets} onClose={close} />}
      {open === 'send' && <Send wallets={wallets} onClose={close} />}
    </>
  )
}
