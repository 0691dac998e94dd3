import { parser } from '@prometheus-io/lezer-promql'

/** A metric of an expression, with every label that selects or groups it. */
export interface Selected {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The metrics of a PromQL expression, by Prometheus’ own grammar. @throws {Error} when it is invalid. */
export function readPromql(expression: string): Selected[] {
  const selected: { metric: string; labels: string[] }[] = []
  const grouped: string[] = []
  parser.parse(expression).iterate({
    enter({ type, name, from, to }) {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`)
      if (name === 'VectorSelector') selected.push({ metric: text.replace(/\{.*$/s, ''), labels: [] })
      if (name === 'UnquotedLabelMatcher') selected.at(-1)?.labels.push(text.split(/[=!~]/)[0] ?? '')
      if (name === 'GroupingLabels') grouped.push(...text.slice(1, -1).split(/, */))
    },
  })
  return selected.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouped] }))
}
