import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterOutcome, type Circuit, circuitRules, closedCircuit, type Outcome, roomOf } from './circuit.ts'
import { afterAttempt } from './retry-schedule.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const start = Date.parse('2026-10-01T12:00:00.000Z')
const outcome = (answer: Outcome['answer'], changes: Partial<Outcome> = {}): Outcome => ({
  answer,
  deliveryId: 'a',
  at: new Date(start),
  leavesNothing: false,
  ...changes,
})
const run = (outcomes: readonly Outcome[], from: Circuit = closedCircuit): Circuit =>
  outcomes.reduce((circuit, next) => afterOutcome(circuit, next, circuitRules), from)
const failures = (count: number): Outcome[] => Array.from({ length: count }, (_, n) => outcome('failed', { deliveryId: `d${n % 3}` }))
const opened = run(failures(10))
const pauseOf = ({ turnAt }: Circuit): number => (turnAt?.getTime() ?? Number.NaN) - start

describe('an endpoint', () => {
  test('receives everything after nine consecutive failures', () => expect(run(failures(9)).state).toBe('closed'))

  test('rests for a minute after ten consecutive failures', () => {
    expect(opened.state).toBe('open')
    expect(pauseOf(opened)).toBe(MINUTE)
  })

  test('keeps receiving the others after it rejects one delivery only', () => {
    const refused = run(Array.from({ length: 12 }, () => outcome('failed')))
    expect(refused.state).toBe('closed')
    expect(afterOutcome(refused, outcome('failed', { deliveryId: 'b' }), circuitRules).state).toBe('open')
  })

  test('starts counting anew after an accepted delivery', () => {
    expect(run([...failures(9), outcome('accepted')])).toEqual(closedCircuit)
    expect(run([...failures(9), outcome('accepted'), ...failures(9)]).state).toBe('closed')
  })

  test('gets attempts after pauses that double up to about an hour while it stays down', () => {
    const asked = [opened]
    for (let n = 0; n < 8; n++) asked.push(afterOutcome(asked.at(-1) ?? opened, outcome('failed'), circuitRules))
    expect(asked.map((circuit) => pauseOf(circuit) / MINUTE)).toEqual([1, 2, 4, 8, 16, 32, 64, 66, 66])
  })

  test('gets one delivery a second when it recovers, and all of them after ten successes', () => {
    const half = afterOutcome(opened, outcome('accepted'), circuitRules)
    expect(half.state).toBe('half_open')
    expect(pauseOf(half)).toBe(SECOND)
    const accepted = Array.from({ length: 9 }, () => outcome('accepted'))
    expect(run(accepted, half)).toMatchObject({ state: 'half_open', successes: 9 })
    expect(run([...accepted, outcome('accepted')], half)).toEqual(closedCircuit)
    expect(run([...accepted, outcome('failed')], half)).toMatchObject({ state: 'open', pauses: 1 })
  })

  test.each([closedCircuit, opened, run([outcome('accepted')], opened)])(
    'switches off after 410 Gone in every circuit state: %o',
    (circuit) => expect(afterOutcome(circuit, outcome('gone'), circuitRules).state).toBe('disabled'),
  )

  test('switches off after five days without a success, unless nothing was pending meanwhile', () => {
    const late = outcome('failed', { at: new Date(start + 5 * DAY) })
    expect(run([outcome('failed'), late]).state).toBe('disabled')
    expect(run([outcome('failed', { leavesNothing: true }), late])).toMatchObject({ state: 'closed', failingSince: late.at })
  })

  test('stays switched off until it is enabled', () => {
    const off = afterOutcome(opened, outcome('gone'), circuitRules)
    fc.assert(
      fc.property(fc.constantFrom('accepted', 'failed', 'gone'), (answer) => {
        expect(afterOutcome(off, outcome(answer), circuitRules)).toBe(off)
      }),
    )
  })
})

type Answered = readonly ['accepted' | 'failed', delivery: number, waitMs: number]

/** A step of a circuit, with the consecutive equal answers that end with its own. */
interface Step {
  readonly before: Circuit
  readonly after: Circuit
  readonly at: number
  readonly row: readonly Answered[]
}

const beginning: Step = { before: closedCircuit, after: closedCircuit, at: start, row: [] }

function stepsOf(answers: readonly Answered[]): Step[] {
  let last = beginning
  return answers.map((answered) => (last = stepAfter(last, answered)))
}

function stepAfter({ after: before, at: lastAt, row }: Step, answered: Answered): Step {
  const [answer, delivery, waitMs] = answered
  const at = Math.max(lastAt + waitMs, before.turnAt?.getTime() ?? 0)
  const after = afterOutcome(before, outcome(answer, { deliveryId: `d${delivery}`, at: new Date(at) }), circuitRules)
  return { before, after, at, row: row.at(-1)?.[0] === answer ? [...row, answered] : [answered] }
}

/** Conditions that no step may meet. */
const faults: Readonly<Record<string, (step: Step) => boolean>> = {
  'opened too soon': ({ before, after, row }) =>
    before.state === 'closed' && after.state === 'open' && (row.length < 10 || new Set(row.map(([, delivery]) => delivery)).size < 2),
  'closed too soon': ({ before, after, row }) => before.state === 'half_open' && after.state === 'closed' && row.length < 11,
  'turns without need, or none': ({ after }) => (after.turnAt === null) !== ['closed', 'disabled'].includes(after.state),
  'a pause too short': ({ after, at }) => after.state === 'open' && (after.turnAt?.getTime() ?? 0) - at < MINUTE,
  'no room at all': ({ after }) => roomOf(after, circuitRules) < 1,
}

describe('for any sequence of answers', () => {
  const answers = fc.array(fc.tuple(fc.constantFrom('accepted', 'failed'), fc.nat(3), fc.nat(HOUR)), { maxLength: 60 })
  const losing = fc.array(fc.tuple(fc.constant('failed' as const), fc.nat(3), fc.nat(MINUTE)), { minLength: 12, maxLength: 30 })
  const healing = fc.array(fc.tuple(fc.constant('accepted' as const), fc.nat(3), fc.nat(MINUTE)), { minLength: 12, maxLength: 30 })

  test('the circuit opens only after ten consecutive failures of several deliveries, and closes only after ten consecutive successes', () => {
    fc.assert(
      fc.property(answers, losing, healing, answers, (...parts) => {
        const steps = stepsOf(parts.flat())
        expect(Object.entries(faults).flatMap(([name, isFault]) => (steps.some(isFault) ? [name] : []))).toEqual([])
      }),
    )
  })

  test('a dead endpoint costs at most 80 attempts in 72 hours, for any backlog', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3_000 }), fc.integer({ min: 0, max: 10 * SECOND }), (backlog, tookMs) => {
        expect(attemptsIn(72 * HOUR, { backlog, tookMs })).toBeLessThanOrEqual(80)
      }),
      { numRuns: 30 },
    )
    expect(attemptsIn(72 * HOUR, { backlog: 3_000, tookMs: 0 })).toBe(80)
  })
})

/** Attempts of an endpoint that never answers, each `tookMs` long, with the maximum concurrency. */
function attemptsIn(ms: number, { backlog, tookMs }: { backlog: number; tookMs: number }): number {
  const waiting = Array.from({ length: backlog }, (_, n) => ({ id: `d${n}`, attempts: 0, dueAt: start }))
  let [circuit, now, made] = [closedCircuit, start, 0]
  for (;;) {
    const next = Math.max(now, Math.min(...waiting.map(({ dueAt }) => dueAt)), circuit.turnAt?.getTime() ?? 0)
    if (!Number.isFinite(next) || next > start + ms) return made
    const together = waiting.filter(({ dueAt }) => dueAt <= next).slice(0, roomOf(circuit, circuitRules))
    now = next + tookMs
    for (const delivery of together) {
      made += 1
      delivery.attempts += 1
      const after = afterAttempt(delivery.attempts, { statusCode: null }, 0.5)
      delivery.dueAt = after.input === 'retry' ? now + after.delayMs : Number.POSITIVE_INFINITY
      circuit = afterOutcome(circuit, outcome('failed', { deliveryId: delivery.id, at: new Date(now) }), circuitRules)
    }
    waiting.sort((a, b) => a.dueAt - b.dueAt)
  }
}
