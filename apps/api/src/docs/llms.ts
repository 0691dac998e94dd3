import type { DocPage } from './page.ts'
import { addressOf } from './page.ts'
import type { Json } from './reference/json.ts'
import { operationsOf } from './reference/operations.ts'

/** The index for language models (llmstxt.org): every page, and every operation at its main address. */
export function llmsText(pages: readonly DocPage[], description: Json, origin: string): string {
  const linksOf = (section: DocPage['section']): string[] =>
    pages.filter((page) => page.section === section).map((page) => `- [${page.title}](${origin}${addressOf(page)}): ${page.summary}`)
  const operations = operationsOf(description).map(
    ({ places: [{ method, path }], summary }) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`,
  )
  return [
    '# Payment gateway',
    '',
    '> Ask for money in a coin, see it arrive on chain, be told by webhook, have it forwarded to your wallet.',
    '',
    `The whole interface as OpenAPI 3.1: ${origin}/openapi.json`,
    '',
    '## Guides',
    '',
    ...linksOf('guides'),
    '',
    '## Reference',
    '',
    ...linksOf('reference'),
    '',
    '## Operations',
    '',
    ...operations,
    '',
  ].join('\n')
}
