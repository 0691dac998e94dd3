import { newBitcoinAddress, reorgBitcoin, replaceBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { payToken } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import type { Part } from '@gateway/scripts/stack/programs'
import type { Settings } from '@gateway/scripts/stack/settings'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded, untilSent } from '../support/forwarding.ts'
import { operate, operateAs } from '../support/operator.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** The shortest window; cases that need no expiry run while it is open. */
const WINDOW_S = 60
/** Above 100 USD Bitcoin needs two confirmations, so that one block leaves the payment detected. */
const TWO_CONFIRMATIONS = 150
const runbook = readFileSync(resolve(import.meta.dirname, '../../docs/operations/held-funds.md'), 'utf8')

let story: Story
let hurried: Shop
let asked: Readonly<Record<'short' | 'good' | 'poor' | 'unpriced' | 'tooLate', ShownPayment>>
beforeAll(async () => {
  story = await openStory({ chains: ['BTC', 'ETH'] })
  hurried = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  await restart('api', { PAYMENT_RULES: '{"lateWindowDays":0}' })
  const tooLate = await hurried.ask({ blockchain: 'BTC' })
  await restart('api')
  // The payment that is paid in its window is created last.
  const [good, poor, unpriced, short] = [await inBitcoin(), await inBitcoin(), await inBitcoin(), await inBitcoin()]
  asked = { short, good, poor, unpriced, tooLate }
  await pay(story, short, unitsOf(short, short.crypto_amount) / 2n)
  await mine(story, 'BTC', 1)
})
afterAll(async () => {
  hurried?.receiver.close()
  await story?.close()
})

const inBitcoin = (): Promise<ShownPayment> => hurried.ask({ blockchain: 'BTC' })

async function restart(part: Part, extra?: Settings): Promise<void> {
  await end(story, part)
  await story.gateway.start(part, extra)
}

/** A payment with an exception, and its appearance in operator commands. */
interface Told {
  readonly what: string
  /** Causes the exception. */
  readonly bring: () => Promise<ShownPayment>
  /** The first two sentences of `show`. */
  readonly says: readonly [state: RegExp, money: RegExp]
  /** The output of `show --all`: its head from the state on, and other lines. */
  readonly shows: readonly RegExp[]
  /** Its line in `held`, without the time; absent when no funds are held. */
  readonly held?: string
  /** The remedy in the runbook. */
  readonly advice?: string
  /** The command the operator runs then, and its output. */
  readonly does?: readonly [command: string, answer: RegExp]
  /** Its line afterwards, when there still is one. */
  readonly after?: string
}

const atOnce: readonly Told[] = [
  {
    what: 'with an orphaned deposit',
    bring: async () => {
      const payment = await story.shop.ask({ blockchain: 'BTC', amount: TWO_CONFIRMATIONS })
      await pay(story, payment)
      await mine(story, 'BTC', 1)
      await story.shop.reaches(payment.id, ({ confirmations }) => confirmations === 1)
      await reorgBitcoin(story.bitcoin, 1)
      return flagged(payment, 'reorged')
    },
    // The next block can hold its transaction again.
    says: [/: 0.0025 BTC has arrived/, /^(What arrived is|0.0025 BTC waits) /],
    shows: [/BTC \w+ 250000 250000 reorged/, / orphaned BTC:/],
  },
  {
    what: 'with a replaced deposit',
    bring: async () => {
      const payment = await story.shop.ask({ blockchain: 'BTC' })
      const txid = await pay(story, payment)
      await story.shop.reaches(payment.id, 'detected')
      await replaceBitcoin(story.bitcoin, { txid, to: await newBitcoinAddress(story.bitcoin) })
      return story.shop.reaches(payment.id, 'pending')
    },
    says: [/ is pending: nothing has arrived, and its window ends at /, /^No money is held/],
    shows: [/BTC pending 41667 0 replaced/, / vanished BTC:/],
  },
  {
    what: 'with an overpayment',
    bring: () => sentOn([2n]),
    says: [
      / is (being )?forwarded: 0.00083334 BTC has arrived, and its payout \w+ is /,
      /^(What arrived is on its way to the merchant|No money is held)/,
    ],
    shows: [/BTC forward(ing|ed) 41667 83334 overpaid/, / plan – BTC payment:held -83334/],
  },
  {
    what: 'with two full deposits',
    bring: () => sentOn([1n, 1n]),
    says: [
      / is (being )?forwarded: 0.00083334 BTC has arrived, and its payout \w+ is /,
      /^(What arrived is on its way to the merchant|No money is held)/,
    ],
    shows: [/BTC forward(ing|ed) 41667 83334 overpaid multiple/, / plan – BTC payment:held -83334/],
  },
  {
    what: 'with a deposit of another asset',
    bring: async () => {
      const payment = await story.shop.ask({ blockchain: 'ETH' })
      await payToken(story.evm, { token: story.contracts.usdc, to: getAddress(payment.payment_address), units: 25_000_000n })
      await mine(story, 'ETH', 12)
      return flagged(payment, 'wrong_asset')
    },
    says: [/ is pending: nothing has arrived/, /^25 USDC_ETH waits since .*, because it is another asset than the payment's\./],
    shows: [/ETH pending 8333340000000000 0 wrong_asset/, / deposit – USDC_ETH suspense:wrong_asset 25000000/],
    held: 'pending USDC_ETH 25 wrong_asset',
    advice: '`forward` sends it to the merchant, less the fee; of an invoice its merchant decides',
    does: ['forward', /^On its way: USDC_ETH/],
  },
  {
    what: 'with dust after its forward',
    bring: async () => {
      const payment = await story.shop.ask({ blockchain: 'ETH' })
      await pay(story, payment)
      await untilForwarded(story, payment)
      await pay(story, payment, 10n ** 12n)
      await mine(story, 'ETH', 12)
      return flagged(payment, 'multiple')
    },
    says: [/ is forwarded: 0.00833434 ETH has arrived/, /^0.000001 ETH waits since .*, because sending it costs too much for its amount\./],
    shows: [/ETH forwarded 8333340000000000 8334340000000000 overpaid multiple/, / deposit – ETH payment:held 1000000000000/],
    held: 'forwarded ETH 0.000001 below_cost_of_forwarding',
    advice:
      'nothing: it leaves with later deposits of the same address, or once fees fall, or when any wallet flushes it ([below](#uneconomic-deposits)); a payment that waits a day for its first round raises [ForwardBelowCost](alerts.md#forwardbelowcost)',
    after: 'forwarded ETH 0.000001 below_cost_of_forwarding',
  },
  {
    what: 'with a withdrawn address',
    bring: async () => {
      const payment = await story.shop.ask({ blockchain: 'BTC' })
      await operate(story, 'withdraw-address', payment.id, '--reason', 'its key is lost')
      await pay(story, payment)
      await mine(story, 'BTC', 1)
      return payment
    },
    says: [/ has failed for good: /, /^0.00041667 BTC waits since .*, because its payment has failed\./],
    shows: [/BTC failed 41667 /, / operator:anna@operators\.example payment.withdraw_address .*its key is lost/],
    held: 'failed BTC 0.00041667 payment_failed',
    advice: '`forward`, or `refund`',
    does: ['forward', /^On its way: BTC/],
  },
]

const afterTheWindow: readonly Told[] = [
  {
    what: 'paid late at a good rate',
    bring: () => late(asked.good),
    says: [/ is (confirmed|being forwarded|forwarded): 0.00041667 BTC has arrived/, /./],
    shows: [/BTC (confirmed|forwarding|forwarded) 41667 41667 late good/],
  },
  {
    what: 'paid late at a poor rate',
    bring: async () => {
      await restart('worker', { STATIC_RATES: '{"BTC/USD":"57000"}' })
      return late(asked.poor)
    },
    says: [
      / is expired: 0.00041667 BTC has arrived, and its window ended at /,
      / because it arrived late, when the coin had lost more value than the payment allows\./,
    ],
    shows: [/BTC expired 41667 41667 late poor/],
    held: 'expired BTC 0.00041667 rate_fell',
    advice: '`accept`, if the merchant takes it; or `refund`',
    does: ['accept', /^Accepted. The payment is confirmed/],
  },
  {
    what: 'paid late without a known price',
    bring: async () => {
      await restart('worker', { STATIC_RATES: '{"ETH/USD":"3000"}' })
      return late(asked.unpriced)
    },
    says: [
      / is expired: 0.00041667 BTC has arrived/,
      / because it arrived late, when there was no trustworthy price; the next price decides\./,
    ],
    shows: [/BTC expired 41667 41667 late – /],
    held: 'expired BTC 0.00041667 no_price',
    advice: 'nothing: the next price decides; or `accept`',
    does: ['accept', /^Accepted. The payment is confirmed/],
  },
  {
    what: 'paid after the late window',
    bring: () => late(asked.tooLate),
    says: [/ is expired: 0.00041667 BTC has arrived/, / because it arrived after the late window\./],
    shows: [/BTC expired 41667 41667 late too_late/, /"lateWindowMs":0,/],
    held: 'expired BTC 0.00041667 after_late_window',
    advice: '`accept`, or `refund`',
    does: ['refund', /^0.00041667 BTC, less the network fee, can be refunded/],
    after: 'expired BTC 0.00041667 offered_back_until',
  },
  {
    what: 'with an underpayment',
    bring: () => hurried.reaches(asked.short.id, 'expired'),
    says: [
      / is expired: 0.00020833 BTC has arrived, 0.00020834 BTC is missing/,
      /^0.00020833 BTC waits since .*, because less arrived than is due\./,
    ],
    shows: [/BTC expired 41667 20833 underpaid/],
    held: 'expired BTC 0.00020833 underpaid',
    advice: '`accept`, if the merchant takes it; or `refund`',
    does: ['accept', /^Accepted. The payment is confirmed/],
  },
]

/** Payments by case. */
const brought = new Map<string, ShownPayment>()
const idOf = ({ what }: Told): string => brought.get(what)?.id ?? ''

describe.each([
  ['in its window', atOnce],
  ['after its window', afterTheWindow],
])('operator commands about a payment %s', (_, cases) => {
  beforeAll(async () => {
    for (const { what, bring } of cases) brought.set(what, await bring())
  })

  test('`held` lists exactly the payments with held funds, each with its reason', async () => {
    await expect.poll(() => listed(cases)).toEqual(expected(cases, 'held'))
  })

  test.each(cases)('`show` says where the money of a payment $what is, and `--all` prints its timeline', async (told) => {
    const whole = await squeezed('show', idOf(told), '--all')
    const [state, money] = whole.split('\n')
    expect(state).toMatch(told.says[0])
    expect(money).toMatch(told.says[1])
    for (const said of told.shows) expect(whole).toMatch(said)
    for (const command of told.does?.slice(0, 1) ?? []) expect(whole).toContain(`npm run operator -- ${String(command)} ${idOf(told)}`)
  })

  test('the runbook has a remedy for each of these reasons', () => {
    const waiting = cases.flatMap(({ held, advice }) => (held === undefined ? [] : [{ reason: held.split(' ').at(-1) ?? '', advice }]))
    expect(waiting.map(({ reason }) => ({ reason, advice: adviceAbout(reason) }))).toEqual(waiting)
  })

  test.each(cases.filter(({ does }) => does))('the remedy of the runbook works for a payment $what', async (told) => {
    const [command = '', answer = /./] = told.does ?? []
    expect(await squeezed(command, idOf(told))).toMatch(answer)
  })

  test('`held` lists exactly the funds still held after the remedies', async () => {
    await expect.poll(() => listed(cases)).toEqual(expected(cases, 'after'))
  })
})

test('`show` names the operator of a decision and the amounts decided about', async () => {
  const said = await squeezed('show', asked.short.id, '--all')
  expect(said).toMatch(/ operator:anna@operators\.example payment\.accept \{"due": "41667", "verdict": null, "received": "20833"\}/)
})

test('`show` without `--all` prints two sentences, the commands that apply, and no rows', async () => {
  const { id } = await story.shop.ask({ blockchain: 'BTC' })
  const [state, money, ...lines] = (await operate(story, 'show', id)).trimEnd().split('\n')
  expect(state).toMatch(
    /^This payment of 0.00041667 BTC to Story shop is pending: nothing has arrived, and its window ends at \S+ \S+ UTC\.$/,
  )
  expect([money, ...lines]).toEqual([
    'No money is held.',
    '',
    'Commands that apply now:',
    `  npm run operator -- withdraw-address ${id} --reason "…"  fails the payment for good; only when the key of its address is lost`,
    '',
    `The whole timeline: npm run operator -- show ${id} --all`,
  ])
})

test('one operator pauses an asset with a reason, and two operators lift the pause', async () => {
  expect(await operate(story, 'pause', 'asset:BTC', '--reason', 'a drill')).toContain('Paused')
  expect(await squeezed('pauses')).toMatch(/ asset:BTC a drill \S+ operator:anna@operators\.example$/m)
  const waiting = await story.shop.ask({ blockchain: 'BTC' })
  await pay(story, waiting)
  await mine(story, 'BTC', 1)
  await expect.poll(() => squeezed('held')).toContain(`${waiting.id} confirmed BTC 0.00041667 paused:asset:BTC`)
  expect(await operateAs(story, 'anna', 'lift', 'asset:BTC')).toContain('1 more operator')
  expect(await operateAs(story, 'berta', 'lift', 'asset:BTC')).toContain('Lifted')
  expect(await squeezed('pauses')).toContain('paused: nothing')
  await untilSent(story, waiting)
})

/** A payment with deposits of these multiples of its due amount, forwarded. */
async function sentOn(times: readonly bigint[]): Promise<ShownPayment> {
  const payment = await story.shop.ask({ blockchain: 'BTC' })
  for (const time of times) await pay(story, payment, unitsOf(payment, payment.crypto_amount) * time)
  await story.shop.reaches(
    payment.id,
    ({ amount_received: received }) => unitsOf(payment, received) > unitsOf(payment, payment.crypto_amount),
  )
  return untilSent(story, payment)
}

/** A payment that is fully paid after its window. */
async function late(payment: ShownPayment): Promise<ShownPayment> {
  await hurried.reaches(payment.id, 'expired')
  await pay(story, payment)
  await mine(story, 'BTC', 1)
  return hurried.reaches(payment.id, ({ exceptions }) => exceptions.includes('late'))
}

const flagged = (payment: ShownPayment, flag: string): Promise<ShownPayment> =>
  story.shop.reaches(payment.id, ({ exceptions }) => exceptions.includes(flag))

/** The output of an operator command, with single blanks between columns. */
const squeezed = async (...words: string[]): Promise<string> => (await operate(story, ...words)).replaceAll(/ {2,}/g, ' ')

/** Lines of `held` by case, without times. */
async function listed(cases: readonly Told[]): Promise<Record<string, string>> {
  const lines = (await squeezed('held')).split('\n').map((line) => line.trim())
  const lineOf = (told: Told) => lines.filter((line) => line.startsWith(idOf(told))).map((line) => line.slice(idOf(told).length + 1))
  return Object.fromEntries(cases.flatMap((told) => lineOf(told).map((line) => [told.what, line.replace(/ \d{4}-.*$/, '')])))
}

const expected = (cases: readonly Told[], when: 'held' | 'after'): Record<string, string> =>
  Object.fromEntries(cases.flatMap(({ what, [when]: line }) => (line === undefined ? [] : [[what, line]])))

/** The remedy of a reason in the runbook. */
const adviceAbout = (reason: string): string | undefined => new RegExp(`^\\| \`${reason}\` \\| .* \\| (.*) \\|$`, 'm').exec(runbook)?.[1]
