import { html, type Markup, trusted } from '@gateway/pages/html'

/** A page of the documentation. */
export interface Page {
  /** Below `/docs`; empty for the start page. */
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly content: Markup
}

const address = ({ slug }: Pick<Page, 'slug'>): string => (slug === '' ? '/docs' : `/docs/${slug}`)

/** A complete HTML document: one page, with navigation to the others. */
export function documentOf(page: Page, pages: readonly Page[]): string {
  const links = pages.map((other) =>
    other.slug === page.slug
      ? html`<li><a href="${address(other)}" aria-current="page">${other.title}</a></li>`
      : html`<li><a href="${address(other)}">${other.title}</a></li>`,
  )
  return html`${trusted('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${page.summary}" />
        <title>${page.title} – Payment gateway</title>
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <nav aria-label="Documentation">
          <p class="brand">Payment gateway</p>
          <ul>
            ${links}
          </ul>
          <p><a href="/openapi.json">openapi.json</a><br /><a href="/llms.txt">llms.txt</a></p>
        </nav>
        <main id="content">${page.content}</main>
      </body>
    </html> `.markup
}
