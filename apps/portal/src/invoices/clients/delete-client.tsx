import { FileText, Lock, PenLine } from 'lucide-react'
import { api, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import type { Client } from './client-values.ts'

/** Asks before a client is deleted, and says what becomes of its invoices. */
export const DeleteClient = ({ client: { id, name }, onClose }: { readonly client: Client; readonly onClose: () => void }) => (
  <Ask
    title={`Delete ${name}?`}
    keep="Keep the client"
    act="Delete client"
    busy="Deleting…"
    done="The client is deleted."
    isDanger
    consequences={[
      [PenLine, 'Its drafts have no client any more'],
      [FileText, 'Invoices that were sent keep their copy of it'],
      [Lock, 'This cannot be undone'],
    ]}
    work={() => api.invoices.clients.remove.mutate({ id })}
    changes={trpc.invoices.pathKey()}
    onClose={onClose}
  />
)
