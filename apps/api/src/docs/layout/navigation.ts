import { html, type Markup } from '@gateway/pages/html'
import { icon } from '@gateway/pages/parts/icons'
import { addressOf, type DocPage, type Heading } from '../page.ts'

/** What the navigation shows. */
interface Listed {
  readonly pages: readonly DocPage[]
  /** Absent on a page that is not in the list, such as the search. */
  readonly current?: DocPage
  readonly headings?: readonly Heading[]
}

const titles = { guides: 'Guides', reference: 'Reference' } as const

/** The list of all pages; below the current page of the reference, its operations and objects. */
export const docNavigation = ({ pages, current, headings = [] }: Listed): Markup =>
  html`<nav class="docnav" id="contents" aria-label="Contents" tabindex="-1">
    <a class="btn btn--ghost docnav__close" href="#text">Close${icon('x')}</a>
    ${(['guides', 'reference'] as const).map(
      (section) =>
        html`<div>
          <h2>${titles[section]}</h2>
          <ul>
            ${pages.filter((page) => page.section === section).map((page) => entryOf(page, page === current ? headings : undefined))}
          </ul>
        </div>`,
    )}
    <div>
      <h2>For programs</h2>
      <ul>
        <li><a href="/openapi.json">openapi.json</a></li>
        <li><a href="/llms.txt">llms.txt</a></li>
      </ul>
    </div>
  </nav>`

function entryOf(page: DocPage, headings: readonly Heading[] | undefined): Markup {
  if (headings === undefined) return html`<li><a href="${addressOf(page)}">${page.title}</a></li>`
  const parts = page.shape === 'reference' ? headings.filter(({ level }) => level === 2) : []
  const below =
    parts.length > 0
      ? html`<ul>
          ${parts.map(partOf)}
        </ul>`
      : ''
  return html`<li><a href="${addressOf(page)}" aria-current="page">${page.title}</a>${below}</li>`
}

const partOf = ({ id, text, verb }: Heading): Markup => html`<li><a href="#${id}">${text}${verb === undefined ? '' : verbOf(verb)}</a></li>`

/** The method of an operation, in its colour. */
export const verbOf = (method: string): Markup => html`<span class="verb verb--${method.toLowerCase()}">${method.toUpperCase()}</span>`
