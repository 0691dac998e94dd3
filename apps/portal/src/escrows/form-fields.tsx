import type { ComponentProps } from 'react'
import type { Outputs } from '../trpc.ts'
import { SelectField, TextField } from '../ui/field.tsx'

/** The coins that an escrow can be made in. */
interface CoinFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  readonly coins: Outputs['escrows']['portal']['coins']['coins']
}

/** A choice of the coins that an escrow can be made in. */
export const CoinField = ({ coins, ...field }: CoinFieldProps) => (
  <SelectField label="Coin" {...field}>
    {coins.map(({ symbol, name }) => (
      <option key={symbol} value={symbol}>
        {name}
      </option>
    ))}
  </SelectField>
)

/** A line for an address, which no browser completes or corrects. */
export const AddressField = (field: ComponentProps<typeof TextField>) => (
  <TextField autoComplete="off" spellCheck={false} className="mono" {...field} />
)
