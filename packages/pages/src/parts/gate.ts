import { html, type Markup } from '../html.ts'

/** What a page says that has nothing else to show: its title, a sentence, and perhaps a way on. */
interface Gate {
  readonly title: string
  readonly help: string
  readonly further: Markup | ''
}

/** The main part of such a page, a card in the middle; its styles are those of `links.css`. */
export const gate = ({ title, help, further }: Gate): Markup =>
  html`<main id="main" class="gate">
    <div class="gate__card">
      <div>
        <h1>${title}</h1>
        <p>${help}</p>
      </div>
      ${further}
    </div>
  </main>`
