import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetCodes, assetOf } from '../money/asset.ts'
import { type Split, splitReceived } from '../payments/rules.ts'
import { accountBounds, type AccountCode, type LedgerTransfer } from './entry.ts'
import {
  depositCredited,
  forwardPlanned,
  gasPaid,
  type Holding,
  payoutBroadcast,
  payoutFinal,
  reversed,
  treasuryFunded,
  treasuryOpened,
  treasuryMoved,
} from './templates.ts'

const bitcoin: Holding = { asset: 'BTC', chain: 'BTC', mode: 'live', businessId: 'shop' }
const anyHolding = fc.record({
  asset: fc.constantFrom(...assetCodes),
  mode: fc.constantFrom('live', 'test'),
  businessId: fc.uuid(),
})
const holdingOf = (drawn: { asset: Holding['asset']; mode: 'live' | 'test'; businessId: string }): Holding => ({
  ...drawn,
  chain: assetOf(drawn.asset).chain,
})
const held = ({ merchantUnits, feeUnits, networkFeeUnits }: Split) => [
  { heldIn: 'payment:held' as const, units: merchantUnits + feeUnits + networkFeeUnits },
]

const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const feeBps = fc.integer({ min: 0, max: 10_000 })

/** A received amount with two affordable network fees: the planned and the actual one. */
const payouts = fc
  .record({
    holding: anyHolding.map(holdingOf),
    received: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    feeBps,
    shares: fc.tuple(feeBps, feeBps),
  })
  .map(({ holding, received, feeBps: bps, shares }) => {
    const rest = splitReceived(received, bps, 0n).merchantUnits
    const [planned, paid] = [shares[0], shares[1]].map((share) => splitReceived(received, bps, (rest * BigInt(share)) / 10_000n))
    return { holding, received, planned: planned ?? splitReceived(0n, 0, 0n), paid: paid ?? splitReceived(0n, 0, 0n) }
  })

const balance = (transfer: LedgerTransfer): bigint => transfer.entries.reduce((sum, entry) => sum + entry.units, 0n)
const accounts = (transfers: readonly LedgerTransfer[]): Partial<Record<AccountCode, bigint>> => {
  const balances: Partial<Record<AccountCode, bigint>> = {}
  for (const { code, units: posted } of transfers.flatMap((transfer) => transfer.entries)) balances[code] = (balances[code] ?? 0n) + posted
  return balances
}
const lines = (transfer: LedgerTransfer): string[] => transfer.entries.map(({ code, owner, units: posted }) => `${code} ${owner} ${posted}`)

describe('ledger transfers of a forwarded payment', () => {
  const planned = splitReceived(100_000n, 100, 500n)
  const paid = splitReceived(100_000n, 100, 300n)

  test('L1: a credited deposit becomes a claim of the payment', () => {
    const credited = depositCredited(bitcoin, { id: 'BTC:tx:0', units: 100_000n, heldIn: 'payment:held' })
    expect(credited).toMatchObject({ kind: 'deposit', ref: 'BTC:tx:0', asset: 'BTC', mode: 'live' })
    expect(lines(credited)).toEqual(['chain:deposit BTC -100000', 'payment:held shop 100000'])
  })

  test('L2: a planned forward turns the held amount into claims of merchant, platform and network', () => {
    expect(lines(forwardPlanned(bitcoin, { id: 'i1', split: planned, held: held(planned) }))).toEqual([
      'payment:held shop -100000',
      'merchant:payable shop 98500',
      'platform:fee platform 1000',
      'network:fee BTC 500',
    ])
  })

  test("L15: money without an owner is credited to suspense, and a decision plans it like the payment's own", () => {
    const credited = depositCredited(bitcoin, { id: 'BTC:tx:1', units: 100_000n, heldIn: 'suspense:late' })
    expect(lines(credited)).toEqual(['chain:deposit BTC -100000', 'suspense:late shop 100000'])
    const sources = [
      { heldIn: 'suspense:late', units: 60_000n },
      { heldIn: 'payment:held', units: 30_000n },
      { heldIn: 'suspense:late', units: 10_000n },
    ] as const
    expect(lines(forwardPlanned(bitcoin, { id: 'i1', split: planned, held: sources })).slice(0, 2)).toEqual([
      'suspense:late shop -70000',
      'payment:held shop -30000',
    ])
  })

  test('L16: a refund turns held funds into a claim of the payer and pays no fee', () => {
    const split = { merchantUnits: 99_500n, feeUnits: 0n, networkFeeUnits: 500n }
    const payable = 'party:payable' as const
    expect(lines(forwardPlanned(bitcoin, { id: 'i1', split, held: held(split), payable }))).toEqual([
      'payment:held shop -100000',
      'party:payable shop 99500',
      'network:fee BTC 500',
    ])
    const final = { id: 'i1', planned: split, paid: split, platformPaid: true, takenBackUnits: 0n, payable }
    expect(lines(payoutFinal(bitcoin, final))).toEqual(['party:payable shop -99500', 'network:fee BTC -500', 'chain:inflight BTC 100000'])
  })

  test('L16: every step of a refund balances and leaves every account at zero, for any amounts', () => {
    const amount = fc.bigInt(1n, 10n ** 15n)
    const account = fc.constantFrom('payment:held' as const, 'suspense:late' as const)
    const drawn = fc.record({
      held: fc.array(fc.record({ heldIn: account, units: amount }), { minLength: 1 }),
      planned: fc.nat(100),
      paid: fc.nat(100),
    })
    fc.assert(
      fc.property(drawn, (money) => {
        const units = money.held.reduce((sum, deposit) => sum + deposit.units, 0n)
        const splitAt = (percent: number) => splitReceived(units, 0, (units * BigInt(percent)) / 100n)
        const payable = 'party:payable' as const
        const [before, after] = [splitAt(money.planned), splitAt(money.paid)]
        const steps = [
          ...money.held.map((deposit, at) => depositCredited(bitcoin, { id: `d${at}`, ...deposit })),
          forwardPlanned(bitcoin, { id: 'i1', split: before, held: money.held, payable }),
          payoutBroadcast(bitcoin, { id: 'i1', units }),
          payoutFinal(bitcoin, { id: 'i1', planned: before, paid: after, platformPaid: true, takenBackUnits: 0n, payable }),
        ]
        for (const step of steps) expect(step.entries.reduce((sum, entry) => sum + entry.units, 0n)).toBe(0n)
        const balances = new Map<string, bigint>()
        for (const { code, units: moved } of steps.flatMap((step) => step.entries)) balances.set(code, (balances.get(code) ?? 0n) + moved)
        expect([...balances.values()].filter((balance) => balance !== 0n)).toEqual([])
      }),
    )
  })

  test('L3: a broadcast payout moves from the deposit address to in-flight custody', () => {
    expect(lines(payoutBroadcast(bitcoin, { id: 'i1', units: 100_000n }))).toEqual([
      'chain:deposit BTC 100000',
      'chain:inflight BTC -100000',
    ])
  })

  test('L4: a final payout settles every claim, and a lower network fee goes to the merchant', () => {
    expect(lines(payoutFinal(bitcoin, { id: 'i1', planned, paid, platformPaid: true, takenBackUnits: 0n }))).toEqual([
      'merchant:payable shop -98500',
      'network:fee BTC -500',
      'chain:inflight BTC 100000',
      'chain:treasury BTC -1000',
    ])
  })

  test('L4: a platform fee paid out with the merchant’s leg becomes a merchant debt', () => {
    const settled = payoutFinal(bitcoin, { id: 'i1', planned, paid: planned, platformPaid: false, takenBackUnits: 0n })
    expect(lines(settled)).toContain('merchant:receivable shop -1000')
    expect(lines(settled).some((line) => line.startsWith('chain:treasury'))).toBe(false)
  })

  test('L4: a merchant debt is deducted from the merchant’s leg', () => {
    const settled = payoutFinal(bitcoin, { id: 'i1', planned, paid: planned, platformPaid: true, takenBackUnits: 700n })
    expect(lines(settled)).toEqual([
      'merchant:payable shop -98500',
      'network:fee BTC -500',
      'chain:inflight BTC 100000',
      'chain:treasury BTC -1700',
      'merchant:receivable shop 700',
    ])
  })

  test('L4: a planned amount that did not move is booked as a shortfall of its business and its chain', () => {
    const paid = { merchantUnits: 59_400n, feeUnits: 600n, networkFeeUnits: 0n }
    expect(lines(payoutFinal(bitcoin, { id: 'i1', planned, paid, platformPaid: true, takenBackUnits: 0n }))).toEqual([
      'merchant:payable shop -98500',
      'network:fee BTC -500',
      'chain:inflight BTC 100000',
      'platform:fee platform -400',
      'suspense:shortfall shop 40000',
      'suspense:shortfall BTC -40000',
      'chain:treasury BTC -600',
    ])
  })

  test('L1 to L4 leave only the platform’s fee and the coins behind it, for any amounts', () => {
    fc.assert(
      fc.property(payouts, fc.boolean(), ({ holding, received, planned: plan, paid: real }, platformPaid) => {
        const steps = [
          depositCredited(holding, { id: 'd1', units: received, heldIn: 'payment:held' }),
          forwardPlanned(holding, { id: 'i1', split: plan, held: held(plan) }),
          payoutBroadcast(holding, { id: 'i1', units: received }),
          payoutFinal(holding, { id: 'i1', planned: plan, paid: real, platformPaid, takenBackUnits: 0n }),
        ]
        const fee = plan.feeUnits
        const left = Object.entries(accounts(steps)).filter(([, amount]) => amount !== 0n)
        const keeper = platformPaid ? 'chain:treasury' : 'merchant:receivable'
        expect(Object.fromEntries(left)).toEqual(fee === 0n ? {} : { 'platform:fee': fee, [keeper]: -fee })
      }),
    )
  })

  test('L1 to L4 keep every account within its bounds at each step', () => {
    fc.assert(
      fc.property(payouts, fc.boolean(), ({ holding, received, planned: plan, paid: real }, platformPaid) => {
        const steps = [
          depositCredited(holding, { id: 'd1', units: received, heldIn: 'payment:held' }),
          forwardPlanned(holding, { id: 'i1', split: plan, held: held(plan) }),
          payoutBroadcast(holding, { id: 'i1', units: received }),
          payoutFinal(holding, { id: 'i1', planned: plan, paid: real, platformPaid, takenBackUnits: 0n }),
        ]
        for (const [index] of steps.entries()) expect(outOfBounds(accounts(steps.slice(0, index + 1)))).toEqual([])
      }),
    )
  })
})

describe('the platform’s own coins', () => {
  const treasury = { asset: 'ETH', chain: 'ETH', mode: 'live' } as const

  test('L5: gas and manual transfers reduce the treasury as a cost; funding does the opposite', () => {
    expect(lines(gasPaid(treasury, { txId: '0xabc', units: 21n }))).toEqual(['chain:treasury ETH 21', 'platform:cost platform -21'])
    expect(lines(treasuryFunded(treasury, { id: 'f1', units: 21n }))).toEqual(['chain:treasury ETH -21', 'platform:cost platform 21'])
    expect(lines(treasuryOpened(treasury, { address: '0x1', units: 21n }))).toEqual(['chain:treasury ETH -21', 'platform:cost platform 21'])
    expect(lines(treasuryMoved(treasury, { txId: '0xabc', units: 21n }))).toEqual(['chain:treasury ETH 21', 'platform:cost platform -21'])
  })

  test('L5: gas and manual transfers are keyed by transaction and chain, so each is booked once', () => {
    expect(treasuryOpened(treasury, { address: '0x1', units: 21n })).toMatchObject({ kind: 'opening', ref: 'ETH:0x1' })
    expect(treasuryMoved(treasury, { txId: '0xabc', units: 21n })).toMatchObject({ kind: 'moved', chain: 'ETH', ref: '0xabc' })
    expect(gasPaid(treasury, { txId: '0xabc', units: 21n })).toMatchObject({ kind: 'gas', chain: 'ETH', ref: '0xabc' })
    expect(gasPaid({ ...treasury, asset: 'POL', chain: 'POL' }, { txId: '0xabc', units: 21n })).toMatchObject({
      chain: 'POL',
      ref: '0xabc',
    })
  })
})

describe('every template', () => {
  const transfers = fc
    .record({ payout: payouts, amount: units, platformPaid: fc.boolean(), which: fc.integer({ min: 0, max: 5 }) })
    .map(({ payout: { holding, received, planned, paid }, amount, platformPaid, which }) => {
      const all = [
        depositCredited(holding, { id: 'd1', units: amount, heldIn: 'payment:held' }),
        forwardPlanned(holding, { id: 'i1', split: planned, held: held(planned) }),
        payoutBroadcast(holding, { id: 'i1', units: received }),
        payoutFinal(holding, { id: 'i1', planned, paid, platformPaid, takenBackUnits: 0n }),
        gasPaid(holding, { txId: 't1', units: amount }),
        treasuryFunded(holding, { id: 'f1', units: amount }),
      ] as const
      return all[which] ?? all[0]
    })

  test('balances to zero, for any amounts', () => {
    fc.assert(
      fc.property(transfers, (transfer) => {
        expect(balance(transfer)).toBe(0n)
      }),
    )
  })

  test('balances to zero even when the paid parts differ from the planned ones', () => {
    const split = fc.record({ merchantUnits: units, feeUnits: units, networkFeeUnits: units })
    fc.assert(
      fc.property(split, split, fc.boolean(), (planned, paid, platformPaid) => {
        expect(balance(forwardPlanned(bitcoin, { id: 'i1', split: planned, held: held(planned) }))).toBe(0n)
        expect(balance(payoutFinal(bitcoin, { id: 'i1', planned, paid, platformPaid, takenBackUnits: 0n }))).toBe(0n)
      }),
    )
  })

  test('posts at most one entry per account, and none of zero', () => {
    fc.assert(
      fc.property(transfers, ({ entries }) => {
        expect(entries.every((entry) => entry.units !== 0n)).toBe(true)
        expect(new Set(entries.map((entry) => `${entry.code} ${entry.owner}`)).size).toBe(entries.length)
      }),
    )
  })

  test('L6: is undone exactly by its reversal, in the same ledger', () => {
    fc.assert(
      fc.property(transfers, (transfer) => {
        const undone = reversed(transfer, { id: 'd1', blockHash: 'block' })
        expect(Object.values(accounts([transfer, undone])).every((amount) => amount === 0n)).toBe(true)
        expect(undone).toMatchObject({ kind: 'reversal', ref: 'block', reverses: 'd1', asset: transfer.asset, mode: transfer.mode })
        expect(undone.entries).toHaveLength(transfer.entries.length)
      }),
    )
  })
})

describe('accounts', () => {
  test('bound claims below at zero and custody above at zero; the treasury, fees and costs are unbounded', () => {
    const never = (bound: 'floor' | 'ceiling') =>
      Object.entries(accountBounds)
        .filter(([, bounds]) => bounds[bound] === 0n)
        .map(([code]) => code)
    expect(never('floor')).toEqual([
      'payment:held',
      'escrow:held',
      'suspense:late',
      'suspense:wrong_asset',
      'suspense:excess',
      'suspense:unknown',
      'ln:wallet',
      'ln:reserve',
      'merchant:payable',
      'party:payable',
      'network:fee',
    ])
    expect(never('ceiling')).toEqual(['chain:deposit', 'chain:inflight', 'ln:node', 'merchant:receivable'])
    expect(Object.keys(accountBounds)).toHaveLength(20)
    expect(accountBounds['platform:fee']).toEqual({ floor: null, ceiling: null })
    expect(accountBounds['platform:cost']).toEqual({ floor: null, ceiling: null })
  })
})

function outOfBounds(balances: Partial<Record<AccountCode, bigint>>): string[] {
  const isOutside = ([code, { floor, ceiling }]: [string, { floor: bigint | null; ceiling: bigint | null }]) => {
    const amount = Object.entries(balances).find(([name]) => name === code)?.[1] ?? 0n
    return (floor !== null && amount < floor) || (ceiling !== null && amount > ceiling)
  }
  return Object.entries(accountBounds)
    .filter(isOutside)
    .map(([code]) => code)
}
