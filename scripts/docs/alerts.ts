import type { Alert } from '@gateway/operations/observability/alerts/alert'
import { alertGroups } from '@gateway/operations/observability/alerts/alerts'
import { gauges } from '@gateway/operations/observability/metrics/register-metrics'
import { code, table } from './markdown.ts'

const BEGIN = '<!-- alerts: written by `npm run docs`, do not edit -->'
const END = '<!-- end of alerts -->'

/** The alerts as a Prometheus rules file. Every text is a JSON string, which is valid YAML. */
export function alertRules(): string {
  const groups = Object.entries(alertGroups).map(([name, alerts]) =>
    [`  - name: gateway-${name}`, '    rules:', ...alerts.map(ruleOf)].join('\n'),
  )
  return `# Written by \`npm run docs\`; do not edit.\ngroups:\n${groups.join('\n')}\n`
}

const ruleOf = ({ name, expr, holds, severity, meaning, step }: Alert): string =>
  [
    `      - alert: ${name}`,
    `        expr: ${JSON.stringify(expr)}`,
    `        for: ${holds}`,
    `        labels:`,
    `          severity: ${severity}`,
    `        annotations:`,
    `          summary: ${JSON.stringify(meaning)}`,
    `          action: ${JSON.stringify(step)}`,
    `          runbook: ${JSON.stringify(`docs/operations/alerts.md#${name.toLowerCase()}`)}`,
  ].join('\n')

/** The alerts page with metrics and alert sections between its two marks; a page without marks is unchanged. */
export function alertsPage(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) return page
  return `${before}${BEGIN}\n\n${figuresTable()}\n\n${Object.values(alertGroups).flat().map(sectionOf).join('\n\n')}\n\n${END}${after}`
}

const figuresTable = (): string =>
  table(
    ['metric', 'labels', 'meaning'],
    gauges.map(({ name, labels, help }) => [code(name), labels.map(code).join(', '), help]),
  )

const sectionOf = ({ name, expr, holds, severity, meaning, step }: Alert): string =>
  `### ${name}\n\n${meaning} (${severity}; \`${expr}\`${holds === '0m' ? '' : ` for ${holds}`})\n\n${step}`
