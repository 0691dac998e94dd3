import { useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DidLink } from './did-link.tsx'
import { LinkDid } from './link-did.tsx'
import type { OwnDid } from './use-own-did.ts'

type Linked = OwnDid['linked_dids'][number]

const columns: readonly Column<Linked>[] = [
  { id: 'did', head: 'DID', place: 'lead', isMain: true, cell: ({ did }) => <DidLink did={did} /> },
  {
    id: 'state',
    head: 'State',
    place: 'end',
    cell: ({ verified }) =>
      verified ? (
        <Badge kind="plain" state="confirmed">
          Proven
        </Badge>
      ) : (
        <Badge kind="plain" state="draft">
          Not proven
        </Badge>
      ),
  },
]

/** DIDs from elsewhere that the merchant has linked; only proven ones are known to be its own. */
export function LinkedDids({ linked }: { readonly linked: readonly Linked[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Linked DIDs"
      aside={
        <Button size="sm" className="push" onClick={() => setOpen(true)}>
          Link DID…
        </Button>
      }
    >
      {linked.length === 0 ? (
        <p className="hint">None. Link a DID that you hold elsewhere by signing a text with its key.</p>
      ) : (
        <Table label="Linked DIDs" columns={columns} rows={linked} keyOf={({ did }) => did} />
      )}
      {isOpen && <LinkDid onClose={() => setOpen(false)} />}
    </Section>
  )
}
