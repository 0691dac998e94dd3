import { mine, tipOf } from './chain.ts'
import { acceptPayment, judge, move } from './judge.ts'
import { recordSent, replacePayout, send, sign } from './payouts.ts'
import { flush, forget, mineSome, pay, payAgain, reorganise, replace, resurface } from './people.ts'
import { cursorOf } from './rows.ts'
import { scanStep, takeLease } from './scanner.ts'
import { expectEnded } from './settled-truths.ts'
import { expectMoves, expectTruths } from './truths.ts'
import { openWorld, type World } from './world.ts'

type Action = (world: World) => void

/** All steps and their frequency; each is one transaction, one call to a node, or one accident. */
const actions: readonly (readonly [often: number, action: Action])[] = [
  [8, pay],
  [3, payAgain],
  [3, replace],
  [1, forget],
  [12, mineSome],
  [7, reorganise],
  [2, flush],
  [6, calm],
  [40, (world) => withOne(world, reading(world), (scanner) => scanStep(world, scanner, world.now))],
  [8, (world) => withOne(world, world.scanners, (scanner) => scanStep(world, scanner, world.now))],
  [2, (world) => withOne(world, world.scanners, (scanner) => void (scanner.read = undefined))],
  [1, (world) => withOne(world, world.scanners, (scanner) => takeLease(world.rows, scanner))],
  [10, (world) => withOne(world, [...world.rows.payments.keys()], (id) => expire(world, id))],
  [1, (world) => withOne(world, [...world.rows.payments.values()], (payment) => acceptPayment(world.rows, payment, world.now))],
  [1, sweep],
  [9, (world) => withOne(world, [...world.rows.payments.keys()], (id) => sign(world.rows, id, world.random))],
  [12, (world) => withOne(world, [...world.rows.intents.values()], (intent) => replacePayout(world.rows, intent))],
  [6, resurface],
  [12, (world) => withOne(world, world.broadcasters, (broadcaster) => broadcast(world, broadcaster))],
  [1, (world) => withOne(world, world.broadcasters, (broadcaster) => void (broadcaster.sent = undefined))],
]
const drawn: readonly Action[] = actions.flatMap(([often, action]) => Array.from({ length: often }, () => action))

const STEPS = 125
const MAX_MS_BETWEEN = 30_000

/** Runs one schedule to its end. @throws {Untrue} when an invariant does not hold. */
export function runSchedule(seed: number): World {
  const world = openWorld(seed)
  for (let step = 0; step < STEPS; step++) {
    world.now = new Date(world.now.getTime() + world.random.below(MAX_MS_BETWEEN))
    world.random.pick(drawn)?.(world)
    expectTruths(world)
  }
  settle(world)
  expectEnded(world)
  return world
}

/** The timer of a payment only triggers: its row and its chain decide. */
function expire({ rows, now }: World, id: string): void {
  const payment = rows.payments.get(id)
  if (!payment || payment.state !== 'pending' || now < payment.expiresAt) return
  if (rows.knownUntil === null || rows.knownUntil < payment.expiresAt) return
  move(payment, 'expire')
  judge(rows, [id], now)
}

/** Assesses expired payments without a verdict again. */
function sweep({ rows, now }: World): void {
  const undecided = [...rows.payments.values()].filter(({ state, lateVerdict }) => state === 'expired' && lateVerdict === null)
  judge(
    rows,
    undecided.map((payment) => payment.id),
    now,
  )
}

function broadcast(world: World, broadcaster: World['broadcasters'][number]): void {
  if (broadcaster.sent) {
    recordSent(world.rows, broadcaster.sent)
    broadcaster.sent = undefined
  } else broadcaster.sent = send(world, world.random.happens(85))
}

/** The scanner that has the lease. */
const reading = ({ scanners, rows }: World) => scanners.filter((scanner) => scanner.lease === rows.lease)

const MAX_CALM_ROUNDS = 8
const CALM_MS = 20_000

/** A while without accidents. */
function calm(world: World): void {
  for (let left = 1 + world.random.below(MAX_CALM_ROUNDS); left > 0; left--) {
    world.now = new Date(world.now.getTime() + CALM_MS)
    mine(world.chain, world.now, () => true)
    work(world)
  }
  world.highest = Math.max(world.highest, tipOf(world.chain).height)
}

/** Runs every process until it is idle. */
function work(world: World): void {
  const { chain, rows, random, now } = world
  const [scanner] = reading(world)
  if (!scanner) return
  const before = rows.knownUntil
  while (cursorOf(rows).hash !== tipOf(chain).hash || rows.knownUntil === before) {
    scanStep(world, scanner, now)
    expectMoves(world)
  }
  for (const id of rows.payments.keys()) expire(world, id)
  sweep(world)
  expectMoves(world)
  for (const id of rows.payments.keys()) sign(rows, id, random)
  for (let sent = send(world, true); sent; sent = send(world, true)) recordSent(rows, sent)
}

const ROUNDS = 30
// Longer than the wait for a lost transaction.
const LEAST_ROUNDS = 13
const BLOCKS_A_ROUND = 3
const ROUND_MS = 6 * 60 * 60 * 1_000

/** Lets everything settle: no accidents, passing time, and every process at work. */
function settle(world: World): void {
  for (const scanner of world.scanners) takeLease(world.rows, scanner)
  for (let round = 0; round < ROUNDS; round++) {
    world.now = new Date(world.now.getTime() + ROUND_MS)
    for (let left = BLOCKS_A_ROUND; left > 0; left--) mine(world.chain, world.now, () => true)
    work(world)
    expectTruths(world)
    if (round >= LEAST_ROUNDS && isQuiet(world.rows)) return
  }
}

/** True when no work is left: ended objects stay so, and no money waits. */
function isQuiet({ payments, deposits, intents }: World['rows']): boolean {
  const hasEnded = [...payments.values()].every(({ state }) => ['forwarded', 'expired', 'failed'].includes(state))
  const waits = [...deposits.values()].some(
    ({ paymentId, asset, state, intentId }) =>
      asset !== null &&
      state !== 'gone' &&
      payments.get(paymentId)?.state === 'forwarded' &&
      intents.get(intentId ?? '')?.state !== 'final',
  )
  return hasEnded && !waits && [...deposits.values()].every(({ state }) => state !== 'seen')
}

function withOne<T>({ random }: World, from: readonly T[], act: (one: T) => void): void {
  const one = random.pick(from)
  if (one !== undefined) act(one)
}
