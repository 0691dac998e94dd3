import { readPromql } from '@gateway/testing/promql'
import { describe, expect, test } from 'vitest'
import { alertGroups } from './alerts.ts'
import { gauges } from '../metrics/register-metrics.ts'

const labelsOf = new Map(gauges.map(({ name, labels }) => [name, labels]))

describe.each(Object.values(alertGroups).flat())('$name', ({ metric, expr }) => {
  test('is written as Prometheus reads it, and looks at its metric', () => {
    expect(readPromql(expr).some((selected) => selected.metric.startsWith(metric))).toBe(true)
  })

  test('chooses and groups figures by labels that their rows give them', () => {
    const isUnknown = (metric: string, label: string): boolean => labelsOf.get(metric)?.includes(label) === false
    const unknown = readPromql(expr).filter(({ metric, labels }) => labels.some((label) => isUnknown(metric, label)))
    expect(unknown).toEqual([])
  })
})
