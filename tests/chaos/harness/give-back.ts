import { operate } from '../../support/operator.ts'
import { newWallets } from '../../support/wallets.ts'
import { chainOf } from './chains.ts'
import { untilTaken } from './customer.ts'
import { untilReached } from './until-reached.ts'
import type { Placed, Market } from './workload.ts'

/**
 * Offers a refund as operator once the window is over, and claims it as payer; both retry after kills. An offer whose answer was lost is replaced by
 * the next one.
 *
 * @returns the address.
 */
export async function giveBack(market: Market, { order, shop, payment }: Pick<Placed, 'order' | 'shop' | 'payment'>): Promise<string> {
  const { journal, around } = market
  await untilReached(market, { shop, payment }, 'expired')
  const { [chainOf(payment.blockchain)]: address } = await untilTaken(journal, () => newWallets())
  const token = await untilTaken(journal, async () => tokenIn(await operate({ around }, 'refund', payment.id)))
  journal.note('offered back', { n: order.n, id: payment.id })
  await untilTaken(journal, () => operate({ around }, 'claim', token, address))
  journal.note('claimed', { n: order.n, address })
  return address
}

function tokenIn(said: string): string {
  const [token] = /ret_[\w-]{43}/.exec(said) ?? []
  if (token === undefined) throw new Error(`no token in: ${said}`)
  return token
}
