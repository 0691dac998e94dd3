import { all } from '../state/store.ts'
import type { World } from '../state/world.ts'

/** What an account may pay out or transfer, in the smallest unit; negative after losses. */
export function availableUnits(world: World, account: string, currency: string): number {
  return all(world, { kind: 'balance_transaction', account })
    .filter((transaction) => transaction.currency === currency)
    .reduce((sum, { net }) => sum + net, 0)
}

/** The balances of an account by currency, in the form in which they are sent. */
export function presentBalance(world: World, account: string): object {
  const currencies = [...new Set(all(world, { kind: 'balance_transaction', account }).map(({ currency }) => currency))].toSorted()
  const amounts = currencies.map((currency) => {
    const amount = availableUnits(world, account, currency)
    return { amount, currency, source_types: { card: amount } }
  })
  const pending = amounts.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }))
  return { object: 'balance', available: amounts, livemode: false, pending }
}
