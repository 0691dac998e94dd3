import { html, type Markup } from '../html.ts'
import { formatDecimal, formatPercent } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { factList } from '../parts/fact-list.ts'
import type { ShownLine } from './invoice-view.ts'
import type { ShownInvoice } from './shown-invoice.ts'

/** The lines of an invoice and what they come to, with the tax of each rate. */
export const lineParts = (shown: ShownInvoice): Markup =>
  html`<div class="sheet__lines" data-part="lines">
    <table class="lines">
      <caption class="sr-only">
        ${shown.t.items}
      </caption>
      <tbody>
        ${shown.invoice.lines.map((line) => row(shown, line))}
      </tbody>
    </table>
    ${sums(shown)}
  </div>`

const row = ({ money, language }: ShownInvoice, { description, quantity, price, net }: ShownLine): Markup =>
  html`<tr>
    <th scope="row"><bdi>${description}</bdi><small>${exact(formatDecimal(language, quantity))} × ${money(price)}</small></th>
    <td>${money(net)}</td>
  </tr>`

function sums({ t, invoice, money, language }: ShownInvoice): Markup {
  const { net, taxes, amount } = invoice
  return factList([
    net === null ? undefined : { term: t.net, value: money(net) },
    ...taxes.map(({ rate, amount: tax }) => ({ term: t.tax(exact(formatPercent(language, rate))), value: money(tax) })),
    { term: t.total, value: money(amount), isTotal: true },
  ])
}
