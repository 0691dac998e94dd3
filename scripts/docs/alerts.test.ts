import { alertGroups } from '@gateway/operations/observability/alerts/alerts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alertRules } from './alerts.ts'
import { root } from './sources.ts'

const alerts = Object.values(alertGroups).flat()
const page = readFileSync(join(root, 'docs/operations/alerts.md'), 'utf8')

/** What a rules file of Prometheus looks like, line by line: groups with names, rules with the members of a rule, texts in quotes. */
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

test('the rules file has the form that Prometheus reads', () => {
  const [, ...lines] = alertRules().trimEnd().split('\n')
  expect(lines.filter((line) => !LINES.some((form) => form.test(line)))).toEqual([])
  const texts = lines.flatMap((line) => /: (".*")$/.exec(line)?.[1] ?? [])
  expect(texts).toHaveLength(alerts.length * 4)
  for (const text of texts) expect(JSON.parse(text)).not.toBe('')
})

describe.each(alerts)('$name', ({ name }) => {
  test('is the only one of its name', () => {
    expect(alerts.filter((alert) => alert.name === name)).toHaveLength(1)
  })

  test('has a section in the runbook', () => {
    expect(page).toContain(`\n### ${name}\n`)
  })
})
