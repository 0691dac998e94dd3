import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Place, Strangers } from './strangers.ts'

const GWEI = 1_000_000_000n

/** One thing that a stranger, the platform or a chain does; `at` picks one of the addresses. */
const steps = {
  open: fc.record({
    kind: fc.constant('open' as const),
    asset: fc.constantFrom('ETH', 'USDC_ETH', 'USDC_SOL'),
    isEscrow: fc.boolean(),
  }),
  deposit: fc.record({
    kind: fc.constant('deposit' as const),
    at: fc.nat(9),
    digits: fc.integer({ min: 1, max: 999 }),
    zeros: fc.nat(17),
    isAside: fc.boolean(),
  }),
  decide: fc.record({ kind: fc.constant('decide' as const), at: fc.nat(9), outcome: fc.constantFrom('escrow_release', 'escrow_refund') }),
  account: fc.record({ kind: fc.constant('account' as const), at: fc.nat(9), payee: fc.boolean(), depositor: fc.boolean() }),
  gas: fc.record({ kind: fc.constant('gas' as const), gwei: fc.integer({ min: 0, max: 400 }) }),
  sign: fc.constant({ kind: 'sign' as const }),
  replace: fc.constant({ kind: 'replace' as const }),
  mine: fc.constant({ kind: 'mine' as const }),
}
const anyStep = fc.oneof(
  steps.open,
  { arbitrary: steps.deposit, weight: 3 },
  { arbitrary: steps.decide, weight: 2 },
  steps.account,
  steps.gas,
  steps.sign,
  steps.replace,
  steps.mine,
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

/** What each step does to one of the addresses, and to the world. */
const effects: {
  readonly [Kind in Step['kind']]: (world: Strangers, step: Extract<Step, { kind: Kind }>, place: Place | undefined) => void
} = {
  open: (world, { asset, isEscrow }) => world.open(asset, isEscrow),
  gas: (world, { gwei }) => void (world.baseFeeWei = BigInt(gwei) * GWEI),
  sign: (world) => world.sign(),
  replace: (world) => world.replace(),
  mine: (world) => world.mine(),
  decide: (world, { outcome }, place) => place && world.decide(place, outcome),
  account: (_world, { payee, depositor }, place) =>
    void (place && Object.assign(place, { payeeExists: payee, depositorExists: depositor })),
  deposit: (world, { digits, zeros, isAside }, place) =>
    place && world.deposit(place, BigInt(digits) * 10n ** BigInt(place.asset === 'ETH' ? zeros : zeros % 7), isAside),
}

function take(world: Strangers, step: Step): void {
  const place = 'at' in step ? world.places[step.at % Math.max(1, world.places.length)] : undefined
  // The effect of a kind takes the steps of that kind.
  const effect = effects[step.kind] as (world: Strangers, step: Step, place: Place | undefined) => void
  effect(world, step, place)
}

test('no sequence of deposits, escrows and decisions, at any gas price, makes the platform spend more than a third of what moved', () => {
  let sent = 0
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 60, maxLength: 200, size: 'max' }), (sequence) => {
      const world = new Strangers()
      for (const step of sequence) {
        take(world, step)
        expect(3n * world.spent).toBeLessThanOrEqual(world.moved)
      }
      sent += world.sent
    }),
    { numRuns: 1_000 },
  )
  expect(sent).toBeGreaterThan(1_000)
})
