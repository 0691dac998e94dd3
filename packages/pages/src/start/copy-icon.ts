import { html, type Markup } from '../html.ts'
import { icon } from '../parts/icons.ts'

/** A small button that copies a text exactly; without scripts it is not shown. */
export const copyIcon = ({ id, text, name }: { id: string; text: string; name: string }): Markup =>
  html`<button
    type="button"
    class="btn btn--ghost btn--icon copies needs-script"
    id="${id}"
    data-copy="${text}"
    data-done="Copied"
    aria-label="Copy ${name}"
  >
    ${icon('copy')}${icon('check')}
  </button>`
