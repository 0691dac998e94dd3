import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Strangers } from './strangers.ts'

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
  platform: fc.record({ kind: fc.constantFrom('sign' as const, 'replace' as const, 'mine' as const) }),
}
const anyStep = fc.oneof(
  steps.open,
  { arbitrary: steps.deposit, weight: 3 },
  { arbitrary: steps.decide, weight: 2 },
  steps.account,
  steps.gas,
  { arbitrary: steps.platform, weight: 3 },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

function take(world: Strangers, step: Step): void {
  if (step.kind === 'open') world.open(step.asset, step.isEscrow)
  if (step.kind === 'gas') world.baseFeeWei = BigInt(step.gwei) * GWEI
  if (step.kind === 'sign' || step.kind === 'replace' || step.kind === 'mine') world[step.kind]()
  const place = 'at' in step ? world.places[step.at % Math.max(1, world.places.length)] : undefined
  if (!place) return
  if (step.kind === 'decide') world.decide(place, step.outcome)
  if (step.kind === 'account') Object.assign(place, { payeeExists: step.payee, depositorExists: step.depositor })
  if (step.kind === 'deposit') {
    const zeros = place.asset === 'ETH' ? step.zeros : step.zeros % 7
    world.deposit(place, BigInt(step.digits) * 10n ** BigInt(zeros), step.isAside)
  }
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
