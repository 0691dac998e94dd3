import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { EnableWallet } from './enable-wallet.tsx'

/** What a Lightning wallet is, and the way to the first one. */
export function NoWallet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Empty
        title="No Lightning wallet yet"
        actions={
          <Button look="primary" onClick={() => setOpen(true)}>
            Enable wallet…
          </Button>
        }
      >
        A Lightning wallet receives and sends small amounts in seconds. We hold its balance on our own node; you can send it on at any time.
      </Empty>
      {isOpen && <EnableWallet onClose={() => setOpen(false)} />}
    </>
  )
}
