import { FileText, PenLine } from 'lucide-react'
import { useState } from 'react'
import { api, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'

/** Clears the tax profile of a business once that is confirmed, and says what becomes of its invoices. */
export function ClearTaxProfile({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet-danger" onClick={() => setOpen(true)}>
        Clear tax profile…
      </Button>
      {isOpen && <Confirm id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

const Confirm = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <Ask
    title="Clear the tax profile?"
    keep="Keep the tax profile"
    act="Clear tax profile"
    busy="Clearing…"
    done="The tax profile is cleared."
    isDanger
    consequences={[
      [PenLine, 'Invoices sent from now on are no e-invoices, and show the name of the business alone'],
      [FileText, 'Invoices that were sent keep theirs'],
    ]}
    work={() => api.businesses.update.mutate({ id, taxProfile: '' })}
    changes={trpc.businesses.pathKey()}
    onClose={onClose}
  />
)
