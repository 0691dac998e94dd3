import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Violations of WCAG 2.2 AA that axe-core finds in a page: the rule and the elements that break it. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  return page.evaluate<string[]>(`axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`)
}
