import { alertGroups } from '@gateway/operations/observability/alerts/alerts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alertRules } from './alerts.ts'
import { root } from './sources.ts'

const alerts = Object.values(alertGroups).flat()
const page = readFileSync(join(root, 'docs/operations/alerts.md'), 'utf8')

/** The form of a Prometheus rules file, line by line: named groups, rules with their members, quoted texts. */
const LINES = [
  /^groups:$/,
  /^ {2}- name: gateway-[a-z]+$/,
  /^ {4}rules:$/,
  /^ {6}- alert: [A-Z][A-Za-z]+$/,
  /^ {8}expr: ".+"$/,
  /^ {8}for: \d+[mh]$/,
  /^ {8}(?:labels|annotations):$/,
  /^ {10}severity: (?:page|ticket)$/,
  /^ {10}(?:summary|action|runbook): ".+"$/,
]

test('the rules file has the form of a Prometheus rules file', () => {
  const [, ...lines] = alertRules().trimEnd().split('\n')
  expect(lines.filter((line) => !LINES.some((form) => form.test(line)))).toEqual([])
  const texts = lines.flatMap((line) => /: (".*")$/.exec(line)?.[1] ?? [])
  expect(texts).toHaveLength(alerts.length * 4)
  for (const text of texts) expect(JSON.parse(text)).not.toBe('')
})

describe.each(alerts)('$name', ({ name }) => {
  test('shares its name with no other alert', () => {
    expect(alerts.filter((alert) => alert.name === name)).toHaveLength(1)
  })

  test('heads a section of the runbook', () => {
    expect(page).toContain(`\n### ${name}\n`)
  })
})
