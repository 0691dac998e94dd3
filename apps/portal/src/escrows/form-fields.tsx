import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Outputs, trpc } from '../trpc.ts'
import { Empty } from '../ui/empty.tsx'

/** The coins that an escrow can be made in. */
export type Coins = Outputs['escrows']['portal']['coins']['coins']

/** A form for escrows in one of the coins that they can be made in, or the fact that there is none. */
export function WithCoins({ children }: { readonly children: (coins: Coins) => ReactNode }) {
  const { data } = useSuspenseQuery(trpc.escrows.portal.coins.queryOptions())
  if (data.coins.length > 0) return children(data.coins)
  return <Empty title="No coin for escrows">This gateway serves no coin that escrows can be made in.</Empty>
}

/** The coins that an escrow can be made in, as choices. */
export const choicesOf = (coins: readonly Pick<Coins[number], 'symbol' | 'name'>[]) =>
  coins.map(({ symbol, name }) => [symbol, name] as const)
