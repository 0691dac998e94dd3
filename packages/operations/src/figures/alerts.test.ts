import { groupedBy, readPromql } from '@gateway/testing/promql'
import { describe, expect, test } from 'vitest'
import { alertGroups } from './alerts.ts'
import { figures } from './register-figures.ts'

const labelsOf = new Map(figures.map(({ name, labels }) => [name, labels]))

describe.each(Object.values(alertGroups).flat())('$name', ({ metric, expr }) => {
  test('is written as Prometheus reads it, and looks at its metric', () => {
    expect(readPromql(expr).some((selected) => selected.metric.startsWith(metric))).toBe(true)
  })

  test('chooses and groups figures by labels that their rows give them', () => {
    const told = readPromql(expr).flatMap((selected) => {
      const labels = labelsOf.get(selected.metric)
      return labels ? [{ ...selected, labels: [...selected.labels, ...groupedBy(expr)], known: labels }] : []
    })
    expect(told.filter(({ labels, known }) => labels.some((label) => !known.includes(label)))).toEqual([])
  })
})
