import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { GasPayerWorld, MAX_FREEING_WEI } from './gas-payer.ts'
import { type Random, randomOf } from './random.ts'

const GWEI = 1_000_000_000n
const DAY_MS = 24 * 60 * 60_000
const SEQUENCES = 3_000
const STEPS = 200

/** From dust to a thousand dollars, in base units of the asset. */
const anyUnits = (random: Random, asset: string): bigint =>
  BigInt(1 + random.below(999)) * 10n ** BigInt(random.below(asset === 'ETH' ? 16 : 7))

/** One step of a payer, an attacker, the gateway or the chain. */
function step(world: GasPayerWorld, random: Random): void {
  const address = random.pick(world.addresses)
  if (!address) return
  const steps = [
    () => world.deposit(address, anyUnits(random, address.asset)),
    () => world.sign(address),
    () => world.replace(),
    () => world.mine(),
    () => Object.assign(world, { now: world.now + random.below(60) * 60_000 }),
    () =>
      Object.assign(world, {
        fees: { family: 'account', baseFeeWei: BigInt(random.below(random.happens(50) ? 20 : 400)) * GWEI, priorityFeeWei: GWEI },
      }),
  ]
  random.pick(steps)?.()
  world.plan()
}

/** The most flushes of one address within any 24 hours. */
const mostInADay = (flushedAt: readonly number[]): number =>
  flushedAt.reduce((most, from) => Math.max(most, flushedAt.filter((at) => at >= from && at < from + DAY_MS).length), 0)

function runSequence(seed: number): GasPayerWorld {
  const random = randomOf(seed)
  const world = new GasPayerWorld()
  for (const asset of ['ETH', 'USDC_ETH', 'USDC_ETH'] as const) world.open(asset)
  for (let done = 0; done < STEPS; done++) {
    step(world, random)
    checkBound(seed, world)
  }
  return world
}

/**
 * All gas counts: at most a third of the moved amount, plus one capped flush per freed nonce, whose moved amount does not count. The last of several
 * transactions is never freed, because none is behind it.
 */
function checkBound(seed: number, { spentWei, freeingWei, movedWei, freed, flushed, waiting }: GasPayerWorld): void {
  const mostWei = movedWei / 3n + BigInt(freed) * MAX_FREEING_WEI
  if (spentWei > mostWei) throw new Error(`seed ${seed}: ${spentWei} wei of gas moved ${movedWei} wei and freed ${freed} nonces`)
  if (3n * (spentWei - freeingWei) > movedWei) throw new Error(`seed ${seed}: ${spentWei - freeingWei} wei of gas moved ${movedWei} wei`)
  if (freed > 0 && flushed + waiting === 0) throw new Error(`seed ${seed}: ${freed} nonces were freed without a transaction behind them`)
}

test('the gas payer never spends more than a third of the moved amount plus one flush per freed nonce, under any deposits and gas prices', () => {
  const first = randomInt(2 ** 31)
  const happened = { flushed: 0, held: 0, freed: 0, limited: 0 }
  for (let seed = first; seed < first + SEQUENCES; seed++) {
    const world = runSequence(seed)
    happened.flushed += world.movedWei > 0n ? 1 : 0
    happened.held += world.addresses.some(({ free, planned }) => free + planned > 0n) ? 1 : 0
    happened.freed += world.freeingWei > 0n ? 1 : 0
    const most = Math.max(...world.addresses.map(({ flushedAt }) => mostInADay(flushedAt)))
    happened.limited += most === 4 ? 1 : 0
    expect(most).toBeLessThanOrEqual(4)
  }
  process.stdout.write(`${SEQUENCES} sequences from seed ${first}: ${JSON.stringify(happened)}\n`)
  // An occurrence that never happens is not tested.
  for (const [what, count] of Object.entries(happened)) expect(`${what}: ${count > 0}`).toBe(`${what}: true`)
})
