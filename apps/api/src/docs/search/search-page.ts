import { html, type Markup } from '@gateway/pages/html'
import { findEntries, groupResults, markedParts, type ResultGroup, type SearchEntry } from '@gateway/pages/scripts/docs/rank'
import { framed } from '../layout/document.ts'
import { docNavigation } from '../layout/navigation.ts'
import type { DocPage } from '../page.ts'

/** Longer queries find nothing that shorter ones do not. */
const LONGEST_QUERY = 200
const MOST = 50

/** The results of a search as a page: what a browser without scripts gets, and one that sends the form. */
export function searchPage(asked: string, { entries, pages }: { entries: readonly SearchEntry[]; pages: readonly DocPage[] }): string {
  const query = asked.trim().slice(0, LONGEST_QUERY)
  const found = findEntries(entries, query, MOST)
  const main = html`<main class="docpage" id="text">
    <article class="prose">
      <p class="crumb">Documentation</p>
      <h1>Search</h1>
      ${query === '' ? '' : html`<p class="lead" role="status">${countWords(found.length)} for “${query}”</p>`}
      <form class="findform" action="/docs/search" method="get" role="search">
        <label class="label" for="words">What are you looking for?</label>
        <div class="affix">
          <input class="input" id="words" type="search" name="q" value="${query}" maxlength="${LONGEST_QUERY}" /><button>Search</button>
        </div>
        <p class="hint">An error code, an event name, a path such as <code>/api/payments</code>, or a word.</p>
      </form>
      ${groupResults(found).map((group) => groupOf(group, query))}
    </article>
  </main>`
  return framed({
    title: query === '' ? 'Search' : `Search: ${query}`,
    summary: 'Search the documentation.',
    section: undefined,
    navigation: docNavigation({ pages }),
    main,
    query,
  })
}

const countWords = (count: number): string => (count === 0 ? 'Nothing' : count === 1 ? '1 result' : `${count} results`)

const groupOf = ({ kind, entries }: ResultGroup, query: string): Markup =>
  html`<h2>${kind}</h2>
    <ul class="results">
      ${entries.map(
        ({ title, page, href, about }) =>
          html`<li>
            <a href="${href}">${marked(title, query)}</a> <small>${page}</small>
            <p>${marked(about, query)}</p>
          </li>`,
      )}
    </ul>`

const marked = (text: string, query: string): Markup =>
  html`${markedParts(text, query).map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`
