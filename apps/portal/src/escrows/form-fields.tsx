import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { Empty } from '../ui/empty.tsx'
import { SelectField, TextField } from '../ui/field.tsx'

/** The coins that an escrow can be made in. */
export type Coins = Outputs['escrows']['portal']['coins']['coins']

/** A form for escrows in one of the coins that they can be made in, or the fact that there is none. */
export function WithCoins({ children }: { readonly children: (coins: Coins) => ReactNode }) {
  const { data } = useSuspenseQuery(trpc.escrows.portal.coins.queryOptions())
  if (data.coins.length > 0) return children(data.coins)
  return <Empty title="No coin for escrows">This gateway serves no coin that escrows can be made in.</Empty>
}

interface CoinFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  readonly coins: Coins
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
