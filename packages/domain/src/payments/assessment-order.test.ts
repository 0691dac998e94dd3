import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deposit, DepositState } from '../chainwatch/deposit.ts'
import { findMove } from '../kernel/machine.ts'
import { type AssessedPayment, assessPayment } from './assessment.ts'
import { isCompleted, type PaymentInput, paymentMachine, type PaymentState } from './machine.ts'
import type { PaymentException } from './payment.ts'
import { defaultRules } from './payment-rules.ts'

const DUE = 1_000n
const EXPIRES = new Date(Date.UTC(2026, 9, 1, 12, 15))
const minutesFromExpiry = (minutes: number): Date => new Date(EXPIRES.getTime() + minutes * 60_000)

/** One fact for the watcher: a deposit's state after its `turn`-th change, the head, the time. */
type Fact =
  | Sighting
  | { readonly kind: 'dead'; readonly of: Coin }
  | { readonly kind: 'head'; readonly height: number }
  | { readonly kind: 'clock'; readonly at: Date }
  | { readonly kind: 'ours'; readonly input: PaymentInput }

interface Sighting {
  readonly kind: 'deposit'
  readonly of: Coin
  readonly turn: number
  readonly state: DepositState
  readonly height: number | null
  readonly flaw: 'replaced' | 'reorged' | null
}

interface Coin {
  readonly name: string
  readonly units: bigint
  readonly isRight: boolean
  readonly arrivedAt: Date
}

/** Everything stored about one payment. Facts are append-only; deposits follow from the newest of them. */
interface World {
  readonly payment: AssessedPayment
  readonly receivedUnits: bigint
  readonly facts: readonly Fact[]
  readonly head: number
  readonly at: Date
  readonly statuses: readonly PaymentState[]
  readonly events: readonly string[]
}

const opened = (terms: { confirmationsRequired: number; at: Date }): World => ({
  payment: {
    state: 'pending',
    asset: 'BTC',
    dueUnits: DUE,
    toleranceBps: 0,
    toleranceUnits: 1n,
    expiresAt: EXPIRES,
    confirmationsRequired: terms.confirmationsRequired,
    finalityRequired: false,
    includedHeight: null,
    exceptions: [],
    lateVerdict: null,
    acceptedAt: null,
    returningUnits: 0n,
    rules: defaultRules,
  },
  receivedUnits: 0n,
  facts: [],
  head: 0,
  at: terms.at,
  statuses: ['pending'],
  events: [],
})

const run = (start: World, facts: readonly Fact[]): World => facts.reduce(learn, start)

function learn(world: World, fact: Fact): World {
  const known: World = {
    ...world,
    facts: [...world.facts, fact],
    head: fact.kind === 'head' ? Math.max(world.head, fact.height) : world.head,
    at: fact.kind === 'clock' && fact.at > world.at ? fact.at : world.at,
  }
  const acted = fact.kind === 'ours' && findMove(paymentMachine, known.payment.state, fact.input) ? move(known, fact.input) : known
  return judge(acted)
}

function judge(world: World): World {
  const { inputs, receivedUnits, includedHeight, exceptions } = assessPayment(world.payment, depositsOf(world.facts), viewOf(world))
  return inputs.reduce(move, { ...world, receivedUnits, payment: { ...world.payment, includedHeight, exceptions } })
}

function move(world: World, input: PaymentInput): World {
  const next = findMove(paymentMachine, world.payment.state, input)
  if (!next) throw new Error(`a ${world.payment.state} payment was given ${input}`)
  return {
    ...world,
    payment: { ...world.payment, state: next.to },
    statuses: [...world.statuses, next.to],
    events: [...world.events, ...next.emits],
  }
}

const viewOf = (world: World) => ({ height: world.head, finalizedHeight: undefined, at: world.at })

function depositsOf(facts: readonly Fact[]): Deposit[] {
  const sightings = facts.filter((fact) => fact.kind === 'deposit')
  const coins = [...new Set(sightings.map((fact) => fact.of))]
  return coins.map((coin) => {
    const own = sightings.filter((fact) => fact.of === coin).toSorted((a, b) => a.turn - b.turn)
    const latest = own.at(-1)
    return {
      id: `BTC:${coin.name}`,
      chain: 'BTC',
      txId: coin.name,
      asset: coin.isRight ? 'BTC' : null,
      units: coin.units,
      state: latest?.state ?? 'seen',
      height: latest?.height ?? null,
      arrivedAt: coin.arrivedAt,
      inheritedArrival: null,
      replaced: own.some((fact) => fact.flaw === 'replaced'),
      reorged: own.some((fact) => fact.flaw === 'reorged'),
      dead: facts.some((fact) => fact.kind === 'dead' && fact.of === coin),
    }
  })
}

/** The outcome that must not depend on the order of facts. */
const outcome = (world: World) => ({
  state: world.payment.state,
  receivedUnits: world.receivedUnits,
  includedHeight: world.payment.includedHeight,
  exceptions: world.payment.exceptions,
})

// Two deposits present at the same time stay `multiple` for ever, so that flag alone remembers the order in which deposits disappear.
const withoutMultiple = (world: World) => ({
  ...outcome(world),
  exceptions: world.payment.exceptions.filter((flag) => flag !== 'multiple'),
})

const BEFORE = minutesFromExpiry(-1)
const AFTER = minutesFromExpiry(1)

const amount = fc.oneof(
  fc.constantFrom(1n, 400n, 500n, 600n, 998n, 999n, 1_000n, 1_001n, 1_002n, 5_000n),
  fc.bigInt({ min: 1n, max: 2_500n }),
)
const mostly = fc.integer({ min: 0, max: 4 }).map((drawn) => drawn > 0)
const coin = (arrival: fc.Arbitrary<number>): fc.Arbitrary<Coin> =>
  fc
    .record({ name: fc.uuid(), units: amount, isRight: mostly, arrival })
    .map(({ arrival: minutes, ...rest }) => ({ ...rest, arrivedAt: minutesFromExpiry(minutes) }))
const onWindow = fc.integer({ min: -15, max: -1 })
const anyTime = fc.oneof(onWindow, fc.integer({ min: 0, max: 20 }))
const someHeight = fc.integer({ min: 1, max: 12 })
const heads = fc.array(
  someHeight.map((height): Fact => ({ kind: 'head', height })),
  { maxLength: 5 },
)

/** A deposit that is seen, perhaps mined, and stays. */
const arrives = (arrival: fc.Arbitrary<number>): fc.Arbitrary<Sighting[]> =>
  fc.tuple(coin(arrival), fc.option(someHeight)).map(([of, height]) => {
    const sight = sighting(of)
    return height === null ? [sight] : [sight, { ...sight, turn: 1, state: 'included', height }]
  })

/** A deposit that appears and disappears any number of times; `ends` lists its possible final states. */
const flickers = (ends: readonly DepositState[]): fc.Arbitrary<Sighting[]> =>
  fc
    .record({
      of: coin(onWindow),
      path: fc.array(fc.constantFrom<DepositState>('seen', 'included', 'gone'), { maxLength: 4 }),
      end: fc.constantFrom(...ends),
      heights: fc.array(someHeight, { minLength: 6, maxLength: 6 }),
    })
    .map(({ of, path, end, heights }) =>
      (['seen', ...path, end] as const).map((state, turn, states) => ({
        ...sighting(of),
        turn,
        state,
        height: state === 'included' ? (heights[turn] ?? 1) : null,
        flaw: flawOf(states[turn - 1], state),
      })),
    )

const sighting = (of: Coin): Sighting => ({ kind: 'deposit', of, turn: 0, state: 'seen', height: null, flaw: null })

function flawOf(before: DepositState | undefined, now: DepositState): Sighting['flaw'] {
  if (before === 'included') return 'reorged'
  return before === 'seen' && now === 'gone' ? 'replaced' : null
}

const several = (one: fc.Arbitrary<Sighting[]>) => fc.array(one, { minLength: 1, maxLength: 4 })

/** Two orders of the same facts, each with some of them repeated. */
const twoOrders = (facts: readonly Fact[]) => fc.tuple(shuffledWithRepeats(facts), shuffledWithRepeats(facts))
const shuffledWithRepeats = (facts: readonly Fact[]) =>
  fc.subarray([...facts]).chain((again) => {
    const all = [...facts, ...again]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })

/** Two interleavings that keep the order of each deposit's own changes. */
const twoInterleavings = (stories: readonly (readonly Fact[])[]) => fc.tuple(interleaved(stories), interleaved(stories))
function interleaved(stories: readonly (readonly Fact[])[]): fc.Arbitrary<Fact[]> {
  const turns = stories.flatMap((story, index) => story.map(() => index))
  return fc.shuffledSubarray(turns, { minLength: turns.length }).map((order) => {
    const next = stories.map(() => 0)
    return order.flatMap((index) => {
      const position = next[index] ?? 0
      next[index] = position + 1
      return stories[index]?.[position] ?? []
    })
  })
}

describe('the order of chain facts', () => {
  const confirmationsRequired = fc.integer({ min: 1, max: 6 })

  test('leaves status, amount, flags and events unchanged for shuffled and repeated deposits and blocks', () => {
    const histories = fc.tuple(several(arrives(anyTime)), heads).map(([stories, blocks]) => [...stories.flat(), ...blocks])
    fc.assert(
      fc.property(histories.chain(twoOrders), confirmationsRequired, fc.constantFrom(BEFORE, AFTER), ([one, other], required, at) => {
        const start = opened({ confirmationsRequired: required, at })
        const [first, second] = [run(start, one), run(start, other)]
        expect(outcome(first)).toEqual(outcome(second))
        expect(first.events).toEqual(second.events)
      }),
      { numRuns: 500 },
    )
  })

  test('leaves the outcome unchanged while deposits flicker within the window, even when changes are learnt out of order', () => {
    const histories = several(flickers(['seen', 'included', 'gone'])).map((stories) => stories.flat())
    fc.assert(
      fc.property(histories.chain(twoOrders), ([one, other]) => {
        const start = opened({ confirmationsRequired: 100, at: BEFORE })
        expect(withoutMultiple(run(start, one))).toEqual(withoutMultiple(run(start, other)))
      }),
      { numRuns: 500 },
    )
  })

  // A disappearance must not overtake the confirming block or the completing part: a confirmed payment stays confirmed, and after the
  // window a payment that was complete for a moment waits for proof of death instead of expiring.
  test('leaves the outcome unchanged after the window when vanished deposits are mined again', () => {
    const stories = several(fc.oneof(flickers(['included']), arrives(onWindow)))
    const histories = fc.tuple(stories, heads).map(([deposits, blocks]) => [...deposits, blocks])
    const lastBlock: Fact = { kind: 'head', height: 50 }
    fc.assert(
      fc.property(histories.chain(twoInterleavings), confirmationsRequired, ([one, other], required) => {
        const start = opened({ confirmationsRequired: required, at: AFTER })
        const [first, second] = [run(start, [...one, lastBlock]), run(start, [...other, lastBlock])]
        expect(withoutMultiple(first)).toEqual(withoutMultiple(second))
        const completions = (world: World) => world.events.filter((event) => event === 'payment.completed').length
        expect(completions(first)).toBe(first.payment.state === 'confirmed' ? 1 : 0)
        expect(completions(second)).toBe(completions(first))
      }),
      { numRuns: 500 },
    )
  })

  // A part that dies after the whole finds the payment expired; one that dies before fails with the whole.
  test('leaves the end unchanged of a payment whose deposits all die: it fails or expires, without money', () => {
    const histories = several(flickers(['gone'])).map((stories) =>
      stories.map((story): Fact[] => [...story, ...story.slice(0, 1).map(({ of }): Fact => ({ kind: 'dead', of }))]),
    )
    const whole: Coin = { name: 'whole', units: DUE, isRight: true, arrivedAt: minutesFromExpiry(-5) }
    const loss: readonly Fact[] = [
      { ...sighting(whole), turn: 1, state: 'gone', flaw: 'replaced' },
      { kind: 'dead', of: whole },
    ]
    fc.assert(
      fc.property(histories.map((stories) => [...stories, loss]).chain(twoInterleavings), (orders) => {
        for (const facts of orders) {
          const end = run(opened({ confirmationsRequired: 100, at: AFTER }), [sighting(whole), ...facts])
          const failures = end.events.filter((event) => event === 'payment.failed').length
          expect({ ...withoutMultiple(end), failures }).toMatchObject(
            end.payment.state === 'pending' ? { failures: 0, receivedUnits: 0n } : { state: 'failed', failures: 1, receivedUnits: 0n },
          )
        }
      }),
    )
  })
})

describe('a payment under any sequence of facts', () => {
  const ours = fc
    .constantFrom<PaymentInput>('expire', 'sign', 'settle', 'withdraw', 'refund')
    .map((input): Fact => ({ kind: 'ours', input }))
  const clock = fc.integer({ min: -14, max: 20 }).map((minutes): Fact => ({ kind: 'clock', at: minutesFromExpiry(minutes) }))
  const anything = fc.array(coin(anyTime), { minLength: 1, maxLength: 3 }).chain((coins) => {
    const of = fc.constantFrom(...coins)
    const cause = fc.constantFrom('replaced', 'reorged')
    const change = fc.oneof(
      fc.constant({ state: 'seen' } as const),
      someHeight.map((height) => ({ state: 'included', height }) as const),
      cause.map((flaw) => ({ state: 'gone', flaw }) as const),
    )
    const sight = fc.tuple(of, change).map(([drawn, changed]): Fact => ({ ...sighting(drawn), ...changed }))
    const death = of.map((dead): Fact => ({ kind: 'dead', of: dead }))
    const block = someHeight.map((height): Fact => ({ kind: 'head', height }))
    return fc.array(
      fc.oneof({ weight: 5, arbitrary: sight }, { weight: 2, arbitrary: block }, { weight: 1, arbitrary: fc.oneof(clock, ours, death) }),
      { maxLength: 25 },
    )
  })
  const inTurn = (facts: readonly Fact[]): Fact[] => facts.map((fact, turn) => (fact.kind === 'deposit' ? { ...fact, turn } : fact))
  const lives = fc.tuple(anything.map(inTurn), fc.integer({ min: 1, max: 6 }))
  const start = (required: number): World => opened({ confirmationsRequired: required, at: minutesFromExpiry(-15) })
  const always = (check: (facts: readonly Fact[], begin: World) => void) =>
    fc.assert(
      fc.property(lives, ([facts, required]) => check(facts, start(required))),
      { numRuns: 1_000 },
    )

  test('never receives an input its status rejects, and a repeated assessment changes nothing', () => {
    always((facts, begin) => {
      facts.reduce((world, fact) => {
        const next = learn(world, fact)
        expect(judge(next)).toEqual(next)
        return next
      }, begin)
    })
  })

  test('emits payment.completed at most once', () => {
    always((facts, begin) => {
      const { events } = run(begin, facts)
      expect(events.filter((event) => event === 'payment.completed').length).toBeLessThanOrEqual(1)
    })
  })

  test('emits its lifecycle events in order without a gap', () => {
    const steps = ['pending', 'confirming', 'completed', 'confirmed', 'forwarding', 'forwarded'].map((step) => `payment.${step}`)
    always((facts, begin) => {
      const { events } = run(begin, facts)
      const told = steps.filter((step) => events.includes(step)).toSorted((a, b) => events.indexOf(a) - events.indexOf(b))
      expect(told).toEqual(steps.slice(0, told.length))
    })
  })

  test('moves backwards only to pending with a replaced or reorged flag, or out of expired with a late flag', () => {
    const rank: Record<PaymentState, number> = { pending: 0, detected: 1, confirmed: 2, forwarding: 3, forwarded: 4, expired: 5, failed: 5 }
    const isHonest = (before: World, after: World): boolean => {
      const [from, to] = [before.payment.state, after.payment.state]
      const says = (...flags: readonly PaymentException[]): boolean => after.payment.exceptions.some((flag) => flags.includes(flag))
      if (from === 'expired') return to === 'expired' || (isPaid(to) && says('late'))
      return rank[to] >= rank[from] || (from === 'detected' && to === 'pending' && says('replaced', 'reorged'))
    }
    const isPaid = (state: PaymentState): boolean => state === 'detected' || state === 'confirmed'
    always((facts, begin) => {
      facts.reduce((world, fact) => {
        const next = learn(world, fact)
        expect(isHonest(world, next)).toBe(true)
        return next
      }, begin)
    })
  })

  test('counts as received the seen or mined deposits of its asset, and after confirmation only mined ones', () => {
    always((facts, begin) => {
      const end = run(begin, facts)
      const isConfirmed = isCompleted(end.payment.state)
      const own = depositsOf(facts).filter((deposit) => deposit.asset === 'BTC' && deposit.state !== 'gone')
      const counted = own.filter((deposit) => !isConfirmed || deposit.state === 'included')
      expect(end.receivedUnits).toBe(counted.reduce((total, deposit) => total + deposit.units, 0n))
    })
  })

  test('never loses a sticky flag', () => {
    const sticky = ['late', 'wrong_asset', 'replaced', 'reorged'] as const
    always((facts, begin) => {
      facts.reduce((world, fact) => {
        const next = learn(world, fact)
        const kept = sticky.filter((flag) => world.payment.exceptions.includes(flag))
        expect(next.payment.exceptions).toEqual(expect.arrayContaining(kept))
        return next
      }, begin)
    })
  })
})
