import { FileText, PenLine } from 'lucide-react'
import { useState } from 'react'
import { api, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'

/** Clears the tax profile of a business once that is confirmed, and says what becomes of its invoices. */
export function ClearTaxProfile({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-6">
      <Button look="quiet-danger" onClick={() => setOpen(true)}>
        Clear tax profile…
      </Button>
      {isOpen && (
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
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
