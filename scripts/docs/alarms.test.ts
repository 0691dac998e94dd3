import { loggedAlarms } from '@gateway/operations/observability/alerts/log-alarms'
import { alertGroups } from '@gateway/operations/observability/alerts/alerts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './sources.ts'

const alerts = Object.values(alertGroups).flat()
const pages = ['alerts.md', 'cards.md', 'held-funds.md'].map((name) => readFileSync(join(root, 'docs/operations', name), 'utf8')).join('\n')

describe.each(Object.entries(loggedAlarms))('the alarm %s', (name, told) => {
  test('names an existing alert or a reason without one', () => {
    const isTold = 'alert' in told ? alerts.some((alert) => alert.name === told.alert) : /^[A-Z].*\.$/.test(told.why)
    expect(isTold).toBe(true)
  })

  test('appears in the runbook', () => {
    expect(pages).toContain(`\`${name}\``)
  })
})
