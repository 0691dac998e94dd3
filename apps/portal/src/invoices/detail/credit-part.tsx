import { TextField } from '../../ui/field.tsx'
import type { Invoice } from './invoice-detail.ts'

interface CreditPartProps {
  readonly invoice: Invoice
  readonly typed: readonly string[]
  readonly onType: (typed: readonly string[]) => void
  readonly problem: string | undefined
}

/** Which part is credited: the quantity of each line, because an amount alone does not say which tax it takes back; of a bare amount the sum. */
export function CreditPart({ invoice: { items, currency }, typed, onType, problem }: CreditPartProps) {
  const labels = items.length === 0 ? [`Amount, ${currency}`] : items.map(({ description, quantity }) => `${description}: of ${quantity}`)
  const change = (at: number, text: string): void => onType(labels.map((_label, place) => (place === at ? text : (typed[place] ?? ''))))
  const isTyped = typed.some((text) => text !== '')
  return (
    <div className="stack stack--tight">
      {labels.map((label, at) => (
        <TextField
          key={at}
          label={label}
          inputMode="decimal"
          className="num"
          autoComplete="off"
          value={typed[at] ?? ''}
          error={at === labels.length - 1 && isTyped ? problem : undefined}
          onChange={(event) => change(at, event.target.value)}
        />
      ))}
    </div>
  )
}
