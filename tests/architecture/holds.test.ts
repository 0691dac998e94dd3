import { holdEndings } from '@gateway/domain/custody/hold-reasons'
import { holdPhrase } from '@gateway/operations/payments/summary/hold-phrases'
import { commands } from '@gateway/scripts/operator/commands'
import { describe, expect, test } from 'vitest'
import { read } from './sources.ts'

const [, waits = ''] = read('docs/operations/held-funds.md').split('## Reasons')
/** Rows of the runbook's table: reasons and remedy. */
const rows = waits
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '))
const rowsOf = (reason: string) => rows?.filter(([names = '']) => new RegExp(`\`${reason}[\`:, ]`).test(names)) ?? []

/** Reasons for held funds outside any payout; a query names them. */
const queries = ['payments', 'invoices/money'].map((room) => read(`packages/db/src/${room}/held-queries.ts`)).join('\n')
const untaken = [...new Set([...queries.matchAll(/(?:THEN|ELSE) '([a-z_]+)/g)].map(([, reason = '']) => reason))]

describe('the table of hold reasons in the runbook', () => {
  test.each(Object.entries(holdEndings))('lists the payout reason %s with its meaning and remedy', (reason, ending) => {
    expect(rowsOf(reason).map((row) => row.length)).toContain(3)
    expect(rowsOf(reason).join()).toMatch(ending in commands ? `\`${ending}\`` : /./)
  })

  test.each(untaken)('lists %s, a reason for held funds outside any payout', (reason) =>
    expect(rowsOf(reason).map((row) => row.length)).toContain(3),
  )

  test('lists no unknown reason', () => {
    const known = new Set([...Object.keys(holdEndings), ...untaken, 'waits_for_the_signer'])
    const named = rows?.flatMap(([names = '']) => [...names.matchAll(/`([a-z_]+)/g)].map(([, reason = '']) => reason))
    expect(named?.filter((reason) => !known.has(reason))).toEqual([])
  })
})

test.each(untaken)('the summary of a payment has words for %s', (reason) => {
  const spellings = [reason, `${reason} 2026-10-08 12:00`, `${reason} 2026-10-08 12:00 to bc1q`, `${reason}: unpinned, to bc1q`]
  expect(spellings.map(holdPhrase).filter((phrase, at) => phrase !== `of ${spellings[at]}`)).not.toEqual([])
})
