import { parser } from '@prometheus-io/lezer-promql'

/** A metric that an expression looks at, with the labels that it is chosen by. */
export interface Selected {
  readonly metric: string
  readonly labels: readonly string[]
}

/** What an expression in PromQL looks at, as Prometheus’ own grammar reads it. @throws {Error} when it is none. */
export function readPromql(expression: string): Selected[] {
  const selected: { metric: string; labels: string[] }[] = []
  parser.parse(expression).iterate({
    enter({ type, name, from, to }) {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`)
      if (name === 'VectorSelector') selected.push({ metric: text.replace(/\{.*$/s, ''), labels: [] })
      if (name === 'UnquotedLabelMatcher') selected.at(-1)?.labels.push(text.split(/[=!~]/)[0] ?? '')
    },
  })
  return selected
}

/** Labels by which an expression groups what it looks at. */
export function groupedBy(expression: string): string[] {
  const labels: string[] = []
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'GroupingLabels') labels.push(...expression.slice(from + 1, to - 1).split(/, */))
    },
  })
  return labels
}
