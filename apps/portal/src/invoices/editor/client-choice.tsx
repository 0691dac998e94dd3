import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ClientDialog } from '../clients/client-dialog.tsx'
import { clientsQuery } from '../clients/clients-query.ts'
import type { InvoiceFormOf } from './line-fields.tsx'

/** Whom the invoice is for: one of the clients, or a new one that is made here. A business with many clients searches them. */
export function ClientChoice({ form }: { readonly form: InvoiceFormOf }) {
  const [isMaking, setMaking] = useState(false)
  const [text, setText] = useState('')
  const chosen = useWatch({ control: form.control, name: 'clientId' })
  const { options, hasMore } = useOptions(chosen, text)
  const choose = (id: string): void => form.setValue('clientId', id, { shouldDirty: true })
  return (
    <div className="stack stack--tight">
      {(hasMore || text !== '') && (
        <TextField label="Find a client" value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      )}
      <SelectField
        label="Client"
        // Its options come later than the form: it shows what the form has.
        value={chosen}
        error={form.getFieldState('clientId', form.formState).error?.message}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">None</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <Button size="sm" onClick={() => setMaking(true)}>
          <Plus className="icon" aria-hidden="true" />
          New client…
        </Button>
      </div>
      {isMaking && <ClientDialog onClose={() => setMaking(false)} onSaved={({ id }) => choose(id)} />}
    </div>
  )
}

/** The clients to choose from; the chosen one is always among them. */
function useOptions(chosen: string, text: string) {
  const { data } = useQuery(clientsQuery(useBusinessId(), text))
  const own = useQuery({ ...trpc.invoices.clients.get.queryOptions({ id: chosen }), enabled: chosen !== '' })
  const found = data?.clients ?? []
  const isThere = chosen === '' || found.some(({ id }) => id === chosen)
  const clients = isThere || !own.data ? found : [own.data.client, ...found]
  return { options: clients.map(({ id, name }) => [id, name] as const), hasMore: Boolean(data?.next_cursor) }
}
