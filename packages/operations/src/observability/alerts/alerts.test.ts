import { readPromql } from '@gateway/testing/promql'
import { describe, expect, test } from 'vitest'
import { alertGroups } from './alerts.ts'
import { gauges } from '../metrics/register-metrics.ts'

const labelsOf = new Map(gauges.map(({ name, labels }) => [name, labels]))

describe.each(Object.values(alertGroups).flat())('$name', ({ metric, expr }) => {
  test('parses as PromQL and reads its metric', () => {
    expect(readPromql(expr).some((selected) => selected.metric.startsWith(metric))).toBe(true)
  })

  test('selects and groups metrics by labels they have', () => {
    const isUnknown = (metric: string, label: string): boolean => labelsOf.get(metric)?.includes(label) === false
    const unknown = readPromql(expr).filter(({ metric, labels }) => labels.some((label) => isUnknown(metric, label)))
    expect(unknown).toEqual([])
  })
})
