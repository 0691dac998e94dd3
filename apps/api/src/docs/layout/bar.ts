import { html, type Markup } from '@gateway/pages/html'
import { wordmark } from '@gateway/pages/parts/brand'
import { icon } from '@gateway/pages/parts/icons'
import type { DocPage } from '../page.ts'

/** What the bar shows as chosen. */
interface Chosen {
  readonly section: DocPage['section'] | undefined
  readonly query: string | undefined
}

/** The bar above every page: the two sections, the search, and on a phone the links to search and contents. */
export const docBar = ({ section, query }: Chosen): Markup =>
  html`<header class="docbar">
    <a class="docbar__brand" href="/docs">${wordmark}<span>Docs</span></a>
    <nav class="docbar__tabs" aria-label="Documentation">
      ${tab('/docs', 'Guides', section === 'guides')}${tab('/docs/reference', 'Reference', section === 'reference')}
    </nav>
    ${searchField(query)}
    <div class="docbar__end">
      <a class="btn btn--ghost btn--icon docbar__open" href="/docs/search" aria-label="Search">${icon('search')}</a>
      <button type="button" class="btn btn--ghost btn--icon theme" aria-label="Theme" hidden>${icon('sun')}${icon('moon')}</button>
      <a class="btn btn--ghost btn--icon docbar__menu" href="#contents" aria-label="Contents">${icon('menu')}</a>
    </div>
  </header>`

const tab = (address: string, title: string, isChosen: boolean): Markup =>
  isChosen ? html`<a href="${address}" aria-current="true">${title}</a>` : html`<a href="${address}">${title}</a>`

/** A form that works without scripts; a script shows results below the field while the reader types. */
const searchField = (query = ''): Markup =>
  html`<search class="find">
    <form action="/docs/search" method="get">
      <label class="find__field"
        >${icon('search')}<span class="sr-only">Search the documentation</span
        ><input type="search" name="q" value="${query}" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="200" /><kbd
          class="kbd"
          aria-hidden="true"
          hidden
          >/</kbd
        ></label
      >
      <button type="button" class="btn btn--ghost btn--icon find__close" aria-label="Close search" hidden>${icon('x')}</button>
    </form>
    <div class="found" id="found" role="listbox" aria-label="Results" hidden></div>
  </search>`
