import { html, type Markup } from '@gateway/pages/html'
import { signInSnippets } from '@gateway/pages/oauth/sign-in-snippets'
import { docTable } from '../parts/doc-table.ts'

/** What installs the libraries of the programs that sign a user in. */
export const librariesTable = (): Markup =>
  docTable({
    headings: ['Program', 'Saved as', 'Needs'],
    rows: signInSnippets.map(({ name, file, install }) => ({
      cells: [html`${name}`, html`<code>${file}</code>`, install === undefined ? html`curl and openssl` : html`<code>${install}</code>`],
    })),
  })
