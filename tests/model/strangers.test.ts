import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Random, randomOf } from './random.ts'
import { type PaidAsset, type Place, Strangers } from './strangers.ts'

const GWEI = 1_000_000_000n
const SEQUENCES = 2_000
const STEPS = 150
const assets: readonly PaidAsset[] = ['ETH', 'USDC_ETH', 'USDC_SOL']

/** From dust to a thousand dollars, in base units of the asset. */
const anyUnits = (random: Random, { asset }: Place): bigint =>
  BigInt(1 + random.below(999)) * 10n ** BigInt(random.below(asset === 'ETH' ? 16 : 7))

/** One thing that a stranger, the platform or a chain does. */
function step(world: Strangers, random: Random): void {
  const place = random.pick(world.places)
  const steps = [
    () => world.open(random.pick(assets) ?? 'ETH', random.happens(60)),
    () => place && world.deposit(place, anyUnits(random, place), random.happens(50)),
    () => place && world.decide(place, random.happens(50) ? 'escrow_release' : 'escrow_refund'),
    () => place && Object.assign(place, { payeeExists: random.happens(50), depositorExists: random.happens(50) }),
    () => Object.assign(world, { baseFeeWei: BigInt(random.below(random.happens(50) ? 20 : 400)) * GWEI }),
    () => world.sign(),
    () => world.replace(),
    () => world.mine(),
  ]
  random.pick(steps)?.()
}

function runSequence(seed: number): Strangers {
  const random = randomOf(seed)
  const world = new Strangers()
  for (let done = 0; done < STEPS; done += 1) {
    step(world, random)
    const { spent, moved } = world
    if (3n * spent > moved) throw new Error(`seed ${seed}: after ${done} steps ${spent} picodollars were spent and ${moved} moved`)
  }
  return world
}

test('no sequence of deposits, escrows and decisions, at any gas price, makes the platform spend more than a third of what moved', () => {
  const first = randomInt(2 ** 31)
  let sent = 0
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) sent += runSequence(first + sequence).sent
  expect(sent).toBeGreaterThan(SEQUENCES)
})
