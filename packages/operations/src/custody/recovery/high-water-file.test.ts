import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openHighWaterFile } from './high-water-file.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sequence-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'custody.sequence')
const pool = { chain: 'BTC', generation: 0 } as const

describe('the high-water file', () => {
  test('the high-water file returns nothing before the first note, and the highest noted values after it', () => {
    const file = openHighWaterFile(path())
    expect(file.highestAttempt()).toBeUndefined()
    expect(file.nextIdx(pool)).toBe(0)
    for (const seq of [7n, 9n, 8n]) file.recordAttempt(seq)
    file.recordPool(pool, 1_000)
    file.recordPool({ ...pool, generation: 1 }, 50)
    const again = openHighWaterFile(path())
    for (const reader of [file, again]) {
      expect(reader.highestAttempt()).toBe(9n)
      expect(reader.nextIdx(pool)).toBe(1_000)
      expect(reader.nextIdx({ ...pool, generation: 1 })).toBe(50)
    }
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  test('the high-water file knows the seeds drawn beside it, and the first safe index after an earlier file was lost', () => {
    const file = openHighWaterFile(path())
    expect(file.isDrawn('MCow+/8=')).toBe(false)
    file.recordDrawn('MCow+/8=')
    file.recordPool({ ...pool, generation: 1 }, 7_000)
    file.recordFloor(5_000)
    for (const reader of [file, openHighWaterFile(path())]) {
      expect([reader.isDrawn('MCow+/8='), reader.isDrawn('MCow+/9=')]).toEqual([true, false])
      expect([reader.nextIdx(pool), reader.nextIdx({ ...pool, generation: 1 })]).toEqual([5_000, 7_000])
      expect(reader.highestAttempt()).toBeUndefined()
    }
  })

  test('concurrent signers that share the file never lower its values', () => {
    const [first, second] = [openHighWaterFile(path()), openHighWaterFile(path())]
    first.recordAttempt(5n)
    expect(second.highestAttempt()).toBe(5n)
    first.recordAttempt(6n)
    second.recordAttempt(4n)
    expect(first.highestAttempt()).toBe(6n)
    expect(openHighWaterFile(path()).highestAttempt()).toBe(6n)
  })

  test('a last note cut short by a crash can only understate, and the next note is whole', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n, max: 10n ** 18n }), fc.integer({ min: 0, max: 30 }), (seq, cut) => {
        rmSync(path(), { force: true })
        const file = openHighWaterFile(path())
        file.recordAttempt(3n)
        const whole = statSync(path()).size
        file.recordAttempt(seq)
        truncateSync(path(), Math.max(whole, statSync(path()).size - cut))
        const remembered = openHighWaterFile(path()).highestAttempt()
        expect(remembered === 3n || remembered === seq).toBe(true)
        openHighWaterFile(path()).recordAttempt(seq + 1n)
        expect(openHighWaterFile(path()).highestAttempt()).toBe(seq + 1n)
      }),
    )
  })

  test('the high-water file ignores unknown lines', () => {
    openHighWaterFile(path()).recordAttempt(2n)
    appendFileSync(path(), 'attempt x\nnonsense\nattempt 99999999999999999999999999\n')
    expect(openHighWaterFile(path()).highestAttempt()).toBe(2n)
    expect(readFileSync(path(), 'utf8')).toContain('nonsense')
  })
})
