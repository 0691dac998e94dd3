import { unitCodes, unitSigns } from '@gateway/domain/invoices/unit-code'
import { vatCategories } from '@gateway/domain/invoices/vat-category'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import type { useWireForm } from '../../ui/form/use-wire-form.ts'
import { Section } from '../../ui/page.tsx'
import { Totals } from '../detail/invoice-lines.tsx'
import { emptyItem, type InvoiceValues } from './invoice-values.ts'
import { liveTotals } from './live-totals.ts'

/** The form of an invoice. */
export type InvoiceFormOf = ReturnType<typeof useWireForm<InvoiceValues>>

const units = unitCodes.map((code) => [code, unitWord(code)] as const)
const categories = [
  ['', 'By the rate'],
  ...Object.entries(vatCategories).map(([code, { name }]) => [code, `${code}: ${name}`] as const),
] as const

/** The lines of an invoice with their sums as they are typed; without lines it asks for a bare amount. */
export function LineFields({ form }: { readonly form: InvoiceFormOf }) {
  const { fields, append, remove } = useFieldArray({ control: form.control as never, name: 'items' as never })
  const add = (): void => append(emptyItem(form.getValues(`items.${fields.length - 1}.taxRate`)) as never)
  return (
    <Section title="Lines">
      {fields.length === 0 && (
        <Fields
          form={form}
          fields={[
            { name: 'amount', label: 'Amount, with tax', kind: 'decimal', hint: 'An invoice without lines asks for a bare amount.' },
          ]}
        />
      )}
      <ol className="invoice-lines">
        {fields.map(({ id }, at) => (
          <Line key={id} form={form} at={at} onRemove={() => remove(at)} />
        ))}
      </ol>
      <FaultOfAll form={form} />
      <div>
        <Button onClick={add}>
          <Plus className="icon" aria-hidden="true" />
          Add a line
        </Button>
      </div>
      {fields.length > 0 && <LiveTotals form={form} />}
    </Section>
  )
}

interface LineProps {
  readonly form: InvoiceFormOf
  readonly at: number
  readonly onRemove: () => void
}

function Line({ form, at, onRemove }: LineProps) {
  return (
    <li>
      <Fields form={form} fields={[{ name: `items.${at}.description`, label: 'Description' }]} />
      <Fields
        form={form}
        fields={[
          { name: `items.${at}.quantity`, label: 'Quantity', kind: 'decimal' },
          { name: `items.${at}.unitCode`, label: 'Unit', options: units },
          { name: `items.${at}.unitAmount`, label: 'Net price of one', kind: 'decimal' },
          { name: `items.${at}.taxRate`, label: 'Tax, percent', kind: 'decimal' },
          { name: `items.${at}.taxCategory`, label: 'Tax category', options: categories },
        ]}
      />
      <Button look="ghost" isIcon aria-label={`Remove line ${at + 1}`} onClick={onRemove}>
        <X className="icon" aria-hidden="true" />
      </Button>
    </li>
  )
}

/** What is wrong with all lines together, such as categories that exclude one another. */
function FaultOfAll({ form }: { readonly form: InvoiceFormOf }) {
  const fault = form.getFieldState('items', form.formState).error
  const told = fault?.message ?? (fault as { readonly root?: { readonly message?: string } } | undefined)?.root?.message
  return told ? (
    <p className="field__error" role="alert">
      Lines: {told}
    </p>
  ) : null
}

function LiveTotals({ form }: { readonly form: InvoiceFormOf }) {
  const [items, currency] = useWatch({ control: form.control, name: ['items', 'currency'] })
  return (
    <div aria-live="polite" className="max-w-108">
      <Totals totals={liveTotals(items, currency)} currency={currency} />
    </div>
  )
}

function unitWord(code: (typeof unitCodes)[number]): string {
  const named: Readonly<Partial<Record<typeof code, string>>> = { C62: 'pieces', EA: 'each', LS: 'lump sum', SET: 'sets' }
  return named[code] ?? unitSigns[code] ?? code
}
