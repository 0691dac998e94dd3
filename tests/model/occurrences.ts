import { type PaymentState, paymentStates } from '@gateway/domain/payments/machine'
import type { Tx } from './chain.ts'
import type { AttemptRow } from './rows.ts'
import type { World } from './world.ts'

/** Counts of occurrences that the model must reach: states of payments, and accidents. */
export type Occurrences = Record<PaymentState | Accident, number>

type Accident = keyof typeof accidents

const accidents = {
  'back to pending': ({ rows }: World) =>
    sum([...rows.payments.values()], ({ path }) => path.filter((state, place) => state === 'pending' && place > 0).length),
  'back from expired': ({ rows }: World) =>
    sum(
      [...rows.payments.values()],
      ({ path }) => path.filter((state, place) => state === 'detected' && path[place - 1] === 'expired').length,
    ),
  'back from expired without a verdict': ({ rows }: World) =>
    sum([...rows.payments.values()], ({ path, lateVerdict, acceptedAt }) =>
      Number(
        lateVerdict === null && acceptedAt === null && path.some((state, place) => state === 'detected' && path[place - 1] === 'expired'),
      ),
    ),
  'replaced deposits': ({ rows }: World) => sum([...rows.deposits.values()], (deposit) => Number(deposit.replaced)),
  'orphaned deposits': ({ rows }: World) => sum([...rows.deposits.values()], ({ timesOrphaned }) => timesOrphaned),
  'dead deposits': ({ rows }: World) => sum([...rows.deposits.values()], (deposit) => Number(deposit.dead)),
  'reversed credits': ({ rows }: World) => takenBack(rows, 'deposit'),
  'reversed settlements': ({ rows }: World) => takenBack(rows, 'settle'),
  'further rounds': ({ rows }: World) => sum([...rows.intents.values()], (intent) => Number(intent.leg > 0)),
  'third-party flushes': ({ rows }: World) =>
    sum(rows.flushes, ({ txId, intentId }) => Number(intentId !== null && !rows.attempts.some(({ tx }) => tx.id === txId))),
  'signed again after paying nothing': ({ rows }: World) =>
    sum(rows.attempts, ({ state, height }) => Number(state === 'superseded' && height !== null)),
  'replaced payouts': ({ rows }: World) => sum(rows.attempts, ({ tx }) => Number((tx.price ?? 1) > 1)),
  'superseded payouts that were mined': ({ rows }: World) =>
    sum(rows.attempts, (attempt) =>
      Number(attempt.state === 'final' && rivalsIn(rows, attempt).some(({ tx }) => isDearer(tx, attempt.tx))),
    ),
  'mined payouts that were orphaned and lost to the other attempt': ({ rows }: World) =>
    sum(rows.attempts, (attempt) =>
      Number(attempt.state === 'superseded' && attempt.timesMined > 0 && rivalsIn(rows, attempt).some(({ state }) => state === 'final')),
    ),
  'payments with more confirmations after a reorg': ({ rows }: World) =>
    sum([...rows.payments.values()], ({ confirmationsRequired }) =>
      Number(rows.rules.chain === 'BTC' && LONGER.has(confirmationsRequired)),
    ),
  'fees too small to pay': ({ rows }: World) => sum([...rows.intents.values()], (intent) => Number(!intent.platformPaid)),
  'takeovers between scanners': ({ rows }: World) => rows.lease,
} as const satisfies Record<string, (world: World) => number>

/** Zero of each. */
export const newOccurrences = (): Occurrences =>
  // Its keys are those two lists.
  Object.fromEntries([...paymentStates, ...Object.keys(accidents)].map((what) => [what, 0])) as Occurrences

/** Adds the occurrences of a world. */
export function addOccurrences(occurrences: Occurrences, world: World): void {
  for (const state of paymentStates)
    occurrences[state] += sum([...world.rows.payments.values()], ({ path }) => Number(path.includes(state)))
  for (const [accident, count] of Object.entries(accidents)) occurrences[accident as Accident] += count(world)
}

/** Bitcoin's required confirmations plus three, except values that are required without a reorg. */
const LONGER: ReadonlySet<number> = new Set([4, 5, 9])

const rivalsIn = ({ attempts }: World['rows'], one: AttemptRow): AttemptRow[] =>
  attempts.filter((other) => other !== one && other.tx.inputs.join() === one.tx.inputs.join())

const isDearer = (tx: Tx, other: Tx): boolean => (tx.price ?? 0) > (other.price ?? 0)

function takenBack({ book }: World['rows'], kind: string): number {
  return [...book.takenBack].filter((key) => key.startsWith(`${kind}|`)).length
}

const sum = <T>(of: readonly T[], count: (one: T) => number): number => of.reduce((total, one) => total + count(one), 0)
