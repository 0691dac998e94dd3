import { html, type Markup, type Part } from '../html.ts'

/** A row of a list of facts. */
export interface Fact {
  readonly term: Part
  readonly value: Part
  /** The row that the others add up to. */
  readonly isTotal?: boolean
}

/** Facts as on a receipt: term, dotted leader, value at the end edge. Undefined rows are skipped. */
export const factList = (facts: readonly (Fact | undefined)[]): Markup =>
  html`<dl class="kv kv--leader">${facts.map((fact) => (fact === undefined ? undefined : row(fact)))}</dl>`

const row = ({ term, value, isTotal = false }: Fact): Markup =>
  html`<div class="${isTotal ? 'is-total' : 'fact'}">
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`
