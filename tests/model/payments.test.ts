import { paymentStates } from '@gateway/domain/payments/machine'
import { messageOf } from '@gateway/domain/kernel/error'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { sizes } from '../support/tier.ts'
import { addOccurrences, newOccurrences } from './occurrences.ts'
import { runSchedule } from './schedule.ts'

/*
 * The product's own rules (machines, assessment, splits, ledger templates) under a chain that forgets, replaces and reorganises, two scanners of
 * which one is fenced, timers at any moment, repeated signing and lost broadcast answers. Every schedule follows from its seed; to repeat one:
 * runSchedule(seed).
 */
const SCHEDULES = sizes.modelSchedules
const ENOUGH_FOR_ALL = 10_000

test('each payment has one outcome, each leg is paid once and the ledger balances under any schedule', () => {
  const first = randomInt(2 ** 31)
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  const occurrences = newOccurrences()
  for (let seed = first; seed < first + SCHEDULES; seed++) {
    try {
      addOccurrences(occurrences, runSchedule(seed))
    } catch (error) {
      throw new Error(`seed ${seed} breaks: ${messageOf(error)}`, { cause: error })
    }
  }
  const [passed, worked] = [performance.now() - startedAt, process.cpuUsage(usedBefore).user / 1_000].map((ms) => (ms / 1_000).toFixed(1))
  process.stdout.write(`${SCHEDULES} schedules from seed ${first} in ${passed} s (${worked} s of processor time)\n`)
  process.stdout.write(`${JSON.stringify(occurrences)}\n`)
  // An occurrence that never happens is not tested; the rarest happens about once in a thousand schedules.
  const missing = Object.entries(occurrences).flatMap(([what, count]) => (count === 0 ? [what] : []))
  expect(SCHEDULES < ENOUGH_FOR_ALL ? [] : missing).toEqual([])
  expect(Object.keys(occurrences)).toEqual(expect.arrayContaining(paymentStates))
})
