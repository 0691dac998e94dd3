import { html, type Markup } from '@gateway/pages/html'
import { verbOf } from '../layout/navigation.ts'
import type { DocPage } from '../page.ts'
import { docTable } from '../parts/doc-table.ts'
import type { Capability, Reference } from './description.ts'

/** Every operation with all its addresses, and the rules that hold for all of them. */
export function indexPage({ capabilities }: Reference): DocPage {
  const headings = capabilities.map(({ tag, title, about }) => ({ id: tag, text: title, level: 2, about }) as const)
  return {
    slug: 'reference',
    section: 'reference',
    title: 'All operations',
    summary: 'Every operation of this gateway, by what it is about, and the rules that hold for all of them.',
    shape: 'wide',
    draw: () => ({
      headings,
      lead: html`Every operation of this gateway, made from the schemas that requests are checked with. Each leads to its parameters,
      answers and samples.`,
      content: html`${commonRules}${capabilities.map(operationTable)}`,
    }),
  }
}

const commonRules = html`<ul>
  <li>
    <b>Names.</b> Every member is accepted in <code>snake_case</code> and in <code>camelCase</code>. Answers use <code>snake_case</code>.
  </li>
  <li>
    <b>Absent values.</b> In a request <code>null</code> means absent. In an answer a member without a value is present with
    <code>null</code>.
  </li>
  <li><b>Money.</b> Amounts in a coin are decimal strings, amounts in a fiat currency are numbers. Never parse the strings as floats.</li>
  <li><b>Times.</b> RFC 3339 in UTC, with milliseconds.</li>
  <li><b>Unknown members.</b> A request may have them; they are ignored. Answers may get new ones: ignore what you do not know.</li>
  <li>
    <b>Credentials.</b> <code>Authorization: Bearer …</code> takes an API key or a merchant’s token; <code>X-API-Key</code> takes an API
    key.
  </li>
  <li>
    <b>Samples.</b> Their variables are those of the <a href="/docs">quick start</a>; <code>KEY_ID</code> and <code>DELIVERY_ID</code> are
    ids from the lists of keys and of deliveries.
  </li>
</ul>`

const operationTable = ({ tag, title, about, operations }: Capability): Markup =>
  html`<h2 id="${tag}"><a href="/docs/reference/${tag}">${title}</a></h2>
    <p>${about}</p>
    ${docTable({
      headings: ['Operation', 'Address'],
      kind: 'operations',
      rows: operations.map(({ id, summary, places }) => ({
        id,
        cells: [
          html`<a href="/docs/reference/${tag}#${id}">${summary}</a>`,
          html`${places.map(({ method, path }) => html`<span class="place">${verbOf(method)} <code>${path}</code></span>`)}`,
        ],
      })),
    })}`
