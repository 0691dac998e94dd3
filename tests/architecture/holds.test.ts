import { holdEndings } from '@gateway/domain/custody/hold-reasons'
import { commands } from '@gateway/scripts/operator/commands'
import { describe, expect, test } from 'vitest'
import { read } from './sources.ts'

const [, waits = ''] = read('docs/operations/held-funds.md').split('## Reasons')
/** Rows of the runbook's table: what names the reasons, and what is to be done. */
const rows = waits
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '))
const rowsOf = (reason: string) => rows?.filter(([names = '']) => new RegExp(`\`${reason}[\`:, ]`).test(names)) ?? []

/** Reasons for which money waits that no payout has taken; they are words of a query. */
const untaken = [...read('packages/db/src/payments/held-queries.ts').matchAll(/(?:THEN|ELSE) '([a-z_]+)/g)].map(([, reason = '']) => reason)

describe('the runbook says what a hold means and what ends it', () => {
  test.each(Object.entries(holdEndings))('of a payout: %s', (reason, ending) => {
    expect(rowsOf(reason).map((row) => row.length)).toContain(3)
    expect(rowsOf(reason).join()).toMatch(ending in commands ? `\`${ending}\`` : /./)
  })

  test.each(untaken)('of money that no payout has taken: %s', (reason) => expect(rowsOf(reason).map((row) => row.length)).toContain(3))

  test('of nothing that does not exist', () => {
    const known = new Set([...Object.keys(holdEndings), ...untaken, 'waits_for_the_signer'])
    const named = rows?.flatMap(([names = '']) => [...names.matchAll(/`([a-z_]+)/g)].map(([, reason = '']) => reason))
    expect(named?.filter((reason) => !known.has(reason))).toEqual([])
  })
})
