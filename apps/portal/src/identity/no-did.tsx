import { useState } from 'react'
import { Button, OutsideLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ClaimDid } from './claim-did.tsx'

/** What a DID is, and the way to one. */
export function NoDid() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Empty
        title="No DID yet"
        actions={
          <>
            <Button look="primary" onClick={() => setOpen(true)}>
              Claim DID…
            </Button>
            <OutsideLink href="/docs/identity">Read the documentation</OutsideLink>
          </>
        }
      >
        A DID is a public identifier that is yours. Settled escrows and card payments add to its reputation, which anyone can read and
        compute again.
      </Empty>
      {isOpen && <ClaimDid onClose={() => setOpen(false)} />}
    </>
  )
}
