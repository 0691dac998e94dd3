import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Puts axe-core into every page that the context opens from now on: for many pages that is faster than sending it to each. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(source)

/** Violations of WCAG 2.2 AA that axe-core finds in a page: the rule and the elements that break it. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source)
  return page.evaluate<string[]>(`axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`)
}
