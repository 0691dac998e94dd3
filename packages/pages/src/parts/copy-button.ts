import { html, type Markup, type Part } from '../html.ts'
import { icon } from './icons.ts'

/** Something to copy. */
interface Copied {
  /** For the script and for keeping the focus; unique in a page. */
  readonly id: string
  /** What goes to the clipboard, exactly. */
  readonly text: string
  /** Name of the button, with what it copies. */
  readonly label: Part
  readonly word: string
  /** Announced once it is copied. */
  readonly done: string
}

/** A button that copies a text exactly as it is. Without scripts it is not shown. */
export const copyButton = ({ id, text, label, word, done }: Copied): Markup =>
  html`<button type="button" class="btn copy needs-script" id="${id}" data-copy="${text}" data-done="${done}" aria-label="${label}">
    ${icon('copy')}${icon('check')}<span>${word}</span>
  </button>`
