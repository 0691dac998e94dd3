import { paymentStates } from '@gateway/domain/payments/machine'
import { messageOf } from '@gateway/domain/kernel/error'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { sizes } from '../support/tier.ts'
import { addOccurrences, newOccurrences } from './occurrences.ts'
import { runSchedule } from './schedule.ts'

/*
 * The product's own rules (machines, judgement, splits, ledger templates) under a chain that forgets, replaces and reorganises, two scanners of
 * which one is fenced, timers that fire whenever they like, signers that are asked again and broadcasters that hear no answer. Every schedule
 * follows from its seed; to see one again: runSchedule(seed).
 */
const SCHEDULES = sizes.modelSchedules
const ENOUGH_FOR_ALL = 10_000

test('whatever comes in whatever order, each payment has one outcome, each leg is paid once, and the book adds up', () => {
  const first = randomInt(2 ** 31)
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  const occurrences = newOccurrences()
  for (let seed = first; seed < first + SCHEDULES; seed++) {
    try {
      addOccurrences(occurrences, runSchedule(seed))
    } catch (error) {
      throw new Error(`seed ${seed}: it is not true that ${messageOf(error)}`, { cause: error })
    }
  }
  const [passed, worked] = [performance.now() - startedAt, process.cpuUsage(usedBefore).user / 1_000].map((ms) => (ms / 1_000).toFixed(1))
  process.stdout.write(`${SCHEDULES} schedules from seed ${first} in ${passed} s (${worked} s of processor time)\n`)
  process.stdout.write(`${JSON.stringify(occurrences)}\n`)
  // A model in which something never happens proves nothing about it; the rarest happens once in a thousand schedules or so.
  const missing = Object.entries(occurrences).flatMap(([what, count]) => (count === 0 ? [what] : []))
  expect(SCHEDULES < ENOUGH_FOR_ALL ? [] : missing).toEqual([])
  expect(Object.keys(occurrences)).toEqual(expect.arrayContaining(paymentStates))
})
