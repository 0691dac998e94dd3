import type { SearchEntry } from '@gateway/pages/scripts/docs/rank'
import { documentRoute } from '../http/documents/document.ts'
import type { Route } from '../http/route.ts'
import type { Deployment } from './deployment.ts'
import { guidePages } from './guides/guide-pages.ts'
import { type Highlighter, threadHighlighter } from './ink/highlighter.ts'
import { inked } from './ink/inked.ts'
import { documentOf } from './layout/document.ts'
import { llmsText } from './llms.ts'
import { addressOf, type DocPage } from './page.ts'
import { readReference } from './reference/description.ts'
import type { Json } from './reference/json.ts'
import { referencePages } from './reference/pages.ts'
import { searchEntries } from './search/entries.ts'
import { searchPage } from './search/search-page.ts'

const HTML = 'text/html; charset=utf-8'
/** The pages are the same for every reader and cached, so their scripts carry no nonce: only files of this origin run. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** How the pages are drawn. */
export interface DocsOptions {
  /** A thread of its own by default. */
  readonly highlight?: Highlighter
  readonly onFailure?: (error: unknown) => void
}

/** The pages of the documentation of a deployment, in the order of the navigation. */
export const docPages = (description: Json, deployment: Deployment): DocPage[] => [
  ...guidePages(description, deployment),
  ...referencePages(readReference(description, deployment.assets), deployment),
]

/** The documentation: every page is written at its first request and kept. */
export function docsRoutes(description: Json, deployment: Deployment, options: DocsOptions = {}): Route[] {
  const { highlight = threadHighlighter(), onFailure = () => {} } = options
  const pages = docPages(description, deployment)
  const textOf = (page: DocPage) => (): Promise<string> =>
    inked((ink) => documentOf({ page, article: page.draw(ink), pages }), highlight, onFailure)
  let entries: readonly SearchEntry[] | undefined
  const index = (): readonly SearchEntry[] => (entries ??= searchEntries(pages))
  return [
    ...pages.map((page) => documentRoute({ path: addressOf(page), type: HTML, text: textOf(page), headers })),
    documentRoute({ path: '/docs/search.json', text: async () => JSON.stringify(index()), headers }),
    searchRoute((query) => searchPage(query, { entries: index(), pages })),
    documentRoute({
      path: '/llms.txt',
      type: 'text/plain; charset=utf-8',
      text: llmsText(pages, description, deployment.origin),
      headers,
    }),
  ]
}

/** The one page that depends on its request. */
const searchRoute = (draw: (query: string) => string): Route => ({
  method: 'GET',
  path: '/docs/search',
  cors: false,
  answer: async ({ search }) => ({ status: 200, type: HTML, headers, body: draw(new URLSearchParams(search).get('q') ?? '') }),
})
