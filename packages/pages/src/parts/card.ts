import { html, type Markup, type Part } from '../html.ts'

/** A group of facts of one object, under a heading of its own. */
interface Card {
  /** Unique in a page. */
  readonly name: string
  readonly title: Part
  /** Said beside the title. */
  readonly aside?: Part
  readonly content: Markup
}

/** A card with a head. Its content brings its own edges: a table reaches from one to the other. */
export const card = ({ name, title, aside, content }: Card): Markup =>
  html`<section class="card" id="${name}" aria-labelledby="h-${name}">
    <div class="card__head">
      <h2 id="h-${name}">${title}</h2>
      ${aside === undefined ? '' : html`<span class="hint push">${aside}</span>`}
    </div>
    ${content}
  </section>`
