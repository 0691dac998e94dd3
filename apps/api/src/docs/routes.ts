import { readFileSync } from 'node:fs'
import { errorCodes } from '../http/errors/error-codes.ts'
import { documentRoute } from '../http/documents/document.ts'
import type { Route } from '../http/route.ts'
import { readGuide } from './guides.ts'
import { html, type Markup } from '@gateway/pages/html'
import { documentOf, type Page } from './page.ts'
import { eventsOf, operationsOf, referenceOf } from './reference.ts'
import type { Json } from './schema-rows.ts'
import { table } from './table.ts'

const HTML = 'text/html; charset=utf-8'
/** Nothing from other origins, and no scripts. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** The documentation pages, built once from the API description and the guides. */
export function docsRoutes(description: Json, origin: string): Route[] {
  const pages = pagesOf(description, origin)
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
  return [
    ...pages.map((page) =>
      documentRoute({ path: `/docs${page.slug && `/${page.slug}`}`, type: HTML, text: documentOf(page, pages), headers }),
    ),
    documentRoute({ path: '/docs/style.css', type: 'text/css; charset=utf-8', text: style, headers }),
    documentRoute({ path: '/llms.txt', type: 'text/plain; charset=utf-8', text: llmsText(pages, description, origin), headers }),
  ]
}

function pagesOf(description: Json, origin: string): Page[] {
  const guide = (name: string): Markup => readGuide(name, origin)
  return [
    { slug: '', title: 'Quick start', summary: 'From an account to a paid order.', content: guide('quick-start') },
    {
      slug: 'webhooks',
      title: 'Webhooks',
      summary: 'How to receive and verify webhooks.',
      content: html`${guide('webhooks')}${eventsOf(description)}`,
    },
    { slug: 'errors', title: 'Errors', summary: 'Every error code.', content: errorPage() },
    {
      slug: 'testing',
      title: 'Testing',
      summary: 'How to test without real money, and why a test key creates no payments yet.',
      content: guide('testing'),
    },
    { slug: 'reference', title: 'Reference', summary: 'Every operation and object.', content: referenceOf(description) },
  ]
}

const errorPage = (): Markup =>
  html`<h1>Errors</h1>
    <p>
      An error answer is <code>{success: false, error, code, details?, usage?, request_id}</code>. <code>error</code> is a sentence for
      people, <code>code</code> a word for programs, <code>details</code> names members that were refused. Tell us the
      <code>request_id</code> when you ask.
    </p>
    ${table(
      ['Code', 'Status', 'Meaning'],
      Object.entries(errorCodes).map(([code, { status, meaning }]) => [code, status, meaning]),
    )}
    <p>
      401 sends <code>WWW-Authenticate: Bearer</code>; 409 while a request with the same idempotency key is under way, 429 and 503 send
      <code>Retry-After</code> in seconds. Connection errors, 429 and 503 may be repeated; a request that creates something only with an
      <code>Idempotency-Key</code>.
    </p>`

/** The index for language models (llmstxt.org). */
function llmsText(pages: readonly Page[], description: Json, origin: string): string {
  const links = pages.map(({ slug, title, summary }) => `- [${title}](${origin}/docs${slug && `/${slug}`}): ${summary}`)
  const operations = operationsOf(description).map(
    ({ method, path, operation }) => `- \`${method.toUpperCase()} ${path}\`: ${String(operation['summary'])}`,
  )
  return [
    '# Payment gateway',
    '',
    '> Ask for money in a coin, see it arrive on chain, be told by webhook, have it forwarded to your wallet.',
    '',
    `The whole interface as OpenAPI 3.1: ${origin}/openapi.json`,
    '',
    '## Pages',
    '',
    ...links,
    '',
    '## Operations',
    '',
    ...operations,
    '',
  ].join('\n')
}
