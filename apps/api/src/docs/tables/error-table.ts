import { html, type Markup, prose } from '@gateway/pages/html'
import { icon } from '@gateway/pages/parts/icons'
import { errorCodes } from '../../http/errors/error-codes.ts'
import { docTable } from '../parts/doc-table.ts'

const rows = Object.entries(errorCodes)

/** Every error code with its status, meaning and advice; a script filters it. */
export const errorTable = (): Markup =>
  html`<div class="filter" data-filter hidden>
      <label class="affix"
        ><span>${icon('search')}<span class="sr-only">Filter the codes</span></span
        ><input class="input" type="search" placeholder="Code, status or word" autocomplete="off" spellcheck="false"
      /></label>
      <output aria-live="polite"></output>
    </div>
    ${docTable({
      id: 'codes-table',
      kind: 'errors',
      headings: ['Code', 'Status', 'What happened', 'What to do'],
      rows: rows.map(([code, { status, meaning, advice }]) => ({
        id: code,
        cells: [html`<code>${code}</code>`, status, prose(meaning), prose(advice)],
      })),
    })}
    <p class="filter__none" hidden>No code matches. Try a part of a code, a status such as 409, or a word such as “amount”.</p>`
