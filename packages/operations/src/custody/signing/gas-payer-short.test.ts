import { gasSchedules } from '@gateway/chains/evm/fees/gas-schedules'
import { flushGasLimit } from '@gateway/chains/evm/flush/deposit-factory'
import type { BroadcastOutcome } from '@gateway/chains/rail/chain-node'
import { tables } from '@gateway/db/tables'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loggedAlarms } from '../../observability/alerts/log-alarms.ts'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { listHeld } from '../../payments/held/list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { bumpStuckAttempts } from '../fee-bumping/bump-stuck-attempts.ts'

const SHORT = {
  outcome: 'unknown',
  reason: 'insufficient funds for gas * price + value: have 1 want 2',
  obstacle: 'gas_money',
} as const satisfies BroadcastOutcome

/** The gas limit of a flush of one deposit, at twice the test's base fee plus the tip. */
const ONE_FLUSH = flushGasLimit(gasSchedules.osaka, 1) * 3_000_000_000n

let shop: TestShop
let chain: TestChain
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

const attempts = () => attemptsOf(shop.ctx)
const replace = () => bumpStuckAttempts(shop.signer, chain.node.rail)

/** Mines blocks at each of which the node answers with this outcome. */
async function blocks(count: number, outcome: BroadcastOutcome): Promise<Uint8Array[]> {
  const sent: Uint8Array[] = []
  for (let left = count; left > 0; left--) {
    await chain.mineEmpty(1)
    sent.push(...(await chain.send(outcome)))
    await replace()
  }
  return sent
}

async function figure(name: string): Promise<unknown> {
  const found = payoutMetrics.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows[0]?.value
}

describe('an Ethereum payout that the gas payer cannot pay for', () => {
  const alarms: object[] = []
  let id: string
  const needed = (flushes: bigint) =>
    `gas_payer_short: ${shop.gasPayer.toLowerCase()} needs ${formatUnits(flushes * ONE_FLUSH, assetOf('ETH').decimals)} ETH`
  async function signOne(tx: number): Promise<string> {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await chain.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx })] })
    await chain.mineEmpty(11)
    await signForward(shop.signer, { paymentId: payment.id })
    return payment.id
  }
  beforeEach(async () => {
    alarms.length = 0
    Object.assign(shop.ctx.log, { error: (fields: object) => void alarms.push(fields) })
    chain = await openChain(shop.ctx, 'ETH')
    await chain.fundTreasury(shop.gasPayer)
    id = await signOne(1)
  })

  test('sends the stored bytes at every height without a fee bump', async () => {
    const [first] = await attempts()
    const sent = await blocks(8, SHORT)
    expect(await attempts()).toMatchObject([{ handle: first?.handle, state: 'signed', firstSentHeight: null }])
    expect(sent).toEqual(sent.map(() => first?.raw))
    expect(sent).toHaveLength(8)
  })

  test('reports the balance the gas payer needs in an alarm, in `held` and to Prometheus', async () => {
    await chain.send(SHORT)
    await blocks(2, SHORT)
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: id, state: 'forwarding', reason: needed(1n) }])
    expect(alarms).toMatchObject([{ alarm: 'gas_payer_short', chain: 'ETH', units: String(ONE_FLUSH) }])
    expect(loggedAlarms.gas_payer_short).toEqual({ alert: 'GasPayerShort' })
    expect(await figure('attempts_unaffordable')).toBe(1)
    await signOne(2)
    expect(await listHeld(shop.ctx)).toMatchObject([{ payment: id, reason: needed(2n) }])
  })

  test('sends the same bytes once the gas payer is funded, and bumps fees by the usual rule from then on', async () => {
    await blocks(5, SHORT)
    const [first] = await attempts()
    expect(await blocks(3, { outcome: 'accepted' })).toEqual([first?.raw, first?.raw, first?.raw])
    expect(await attempts()).toMatchObject([{ state: 'broadcast', stuckReason: null, stuckSince: null }])
    expect(await listHeld(shop.ctx)).toEqual([])
    expect(await figure('attempts_unaffordable')).toBe(0)
    await blocks(1, { outcome: 'known' })
    expect((await attempts()).map(({ state }) => state)).toEqual(['superseded', 'signed'])
  })

  test('stops fee bumps once the gas payer that funded the first broadcast is empty', async () => {
    await chain.send()
    await blocks(2, { outcome: 'known' })
    await blocks(6, SHORT)
    expect(await attempts()).toMatchObject([{ state: 'broadcast', stuckReason: 'gas_payer_short' }])
  })
})

describe('a payout that a node rejects', () => {
  beforeEach(async () => {
    chain = await openChain(shop.ctx, 'BTC')
    const { id, address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await chain.mine({ transfers: [output(address, 100_000n, { tx: 1 })] })
    await signForward(shop.signer, { paymentId: id })
  })

  test.each<{ outcome: BroadcastOutcome; replaced: boolean; what: string }>([
    {
      what: 'a payout refused for a low fee is fee-bumped',
      outcome: { outcome: 'refused', reason: 'min relay fee not met' },
      replaced: true,
    },
    {
      what: 'a payout without a response is fee-bumped, because a node may have it',
      outcome: { outcome: 'unknown', reason: 'timeout' },
      replaced: true,
    },
    {
      what: 'a payout refused for another reason than its fee is not fee-bumped',
      outcome: { outcome: 'refused', reason: 'bad-txns-inputs-missingorspent', obstacle: 'not_the_fee' },
      replaced: false,
    },
  ])('$what', async ({ outcome, replaced }) => {
    await chain.send(outcome)
    await blocks(3, outcome)
    expect(await attempts()).toHaveLength(replaced ? 2 : 1)
  })
})
