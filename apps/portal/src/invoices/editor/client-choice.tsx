import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ClientDialog } from '../clients/client-dialog.tsx'
import { useClientOptions } from '../clients/use-client-options.ts'
import type { InvoiceFormOf } from './line-fields.tsx'

/** Whom the invoice is for: one of the clients, or a new one that is made here. A business with many clients searches them. */
export function ClientChoice({ form }: { readonly form: InvoiceFormOf }) {
  const [isMaking, setMaking] = useState(false)
  const [text, setText] = useState('')
  const chosen = useWatch({ control: form.control, name: 'clientId' })
  const { options, hasMore } = useClientOptions(chosen, text)
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
