import { assetUrl } from '@gateway/pages/assets'
import { html, type Markup, trusted } from '@gateway/pages/html'
import { addressOf, type Article, type DocPage } from '../page.ts'
import { docBar } from './bar.ts'
import { inlineContents, pageContents } from './contents.ts'
import { docFooter } from './footer.ts'
import { docNavigation } from './navigation.ts'

/** A page, its text, and the pages around it. */
export interface Shown {
  readonly page: DocPage
  readonly article: Article
  readonly pages: readonly DocPage[]
}

/** What a page of the documentation needs of its frame. */
interface Framed {
  readonly title: string
  readonly summary: string
  readonly section: DocPage['section'] | undefined
  readonly navigation: Markup
  readonly main: Markup
  /** The words of a search, for its field. */
  readonly query?: string
}

/** A complete HTML document: one page with its contents, and the navigation to the others. */
export function documentOf({ page, article, pages }: Shown): string {
  const look = page.shape === 'prose' ? 'docpage' : `docpage docpage--wide docpage--${page.shape}`
  const main = html`<main class="${look}" id="text">
    <article class="prose">
      <p class="crumb">${page.section === 'guides' ? 'Guides' : 'Reference'}</p>
      <h1>${page.title}</h1>
      <p class="lead">${article.lead}</p>
      ${inlineContents(article.headings)}${article.content}${neighbours(page, pages)}
    </article>
    ${page.shape === 'prose' ? pageContents(article.headings) : ''}
  </main>`
  const navigation = docNavigation({ pages, current: page, headings: article.headings })
  return framed({ title: page.title, summary: page.summary, section: page.section, navigation, main })
}

/** The frame of every page: bar, navigation, text, footer. */
export function framed({ title, summary, section, navigation, main, query }: Framed): string {
  return html`${trusted('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${summary}" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Gateway docs</title>
        <link rel="stylesheet" href="${assetUrl('public.css')}" />
        <link rel="stylesheet" href="${assetUrl('docs.css')}" />
        <link rel="icon" href="${assetUrl('icon.svg')}" />
        <script type="module" src="${assetUrl('docs.js')}" blocking="render"></script>
      </head>
      <body class="docs">
        <a class="skip" href="#text">Skip to the text</a>
        ${docBar({ section, query })} ${navigation}
        <div class="docmain">${main}${docFooter()}</div>
        <div class="sr-only" role="status" id="told"></div>
      </body>
    </html> `.markup
}

/** Links to the pages before and after this one. */
function neighbours(page: DocPage, pages: readonly DocPage[]): Markup {
  const at = pages.indexOf(page)
  const link = (to: DocPage | undefined, word: string, look: string): Markup =>
    to ? html`<a class="${look}" href="${addressOf(to)}"><small>${word}</small>${to.title}</a>` : html``
  return html`<nav class="prevnext" aria-label="Previous and next">
    ${link(at > 0 ? pages[at - 1] : undefined, 'Previous', 'is-previous')}${link(pages[at + 1], 'Next', 'is-next')}
  </nav>`
}
