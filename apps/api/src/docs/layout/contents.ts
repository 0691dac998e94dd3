import { html, type Markup } from '@gateway/pages/html'
import type { Heading } from '../page.ts'

/** A page with fewer headings needs no list of them. */
const MIN_HEADINGS = 3

/** "On this page" beside the text, where there is room. */
export const pageContents = (headings: readonly Heading[]): Markup =>
  headings.length < MIN_HEADINGS
    ? html``
    : html`<nav class="toc" aria-labelledby="toc-title">
        <h2 id="toc-title">On this page</h2>
        ${listOf(headings)}
      </nav>`

/** "On this page" above the text, where there is no room beside it. */
export const inlineContents = (headings: readonly Heading[]): Markup =>
  headings.length < MIN_HEADINGS
    ? html``
    : html`<details class="toc-inline">
        <summary>On this page</summary>
        ${listOf(headings)}
      </details>`

const listOf = (headings: readonly Heading[]): Markup =>
  html`<ul>
    ${headings.map(({ id, text, level }) =>
      level === 3 ? html`<li class="is-sub"><a href="#${id}">${text}</a></li>` : html`<li><a href="#${id}">${text}</a></li>`,
    )}
  </ul>`

/** A heading with a link to itself. */
export function headingOf({ id, text, level }: Heading, shown: Markup | string = text): Markup {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to: ${text}">#</a>`
  return level === 2 ? html`<h2 id="${id}">${shown}${anchor}</h2>` : html`<h3 id="${id}">${shown}${anchor}</h3>`
}
