import { html, type Markup } from '@gateway/pages/html'
import type { Ink } from '../ink/inked.ts'
import type { Language } from '../ink/roles.ts'
import { icon } from '@gateway/pages/parts/icons'

/** One text of a block of code: `curl` of curl, Node and Python. */
export interface Pane {
  readonly label: string
  readonly language: Language
  readonly code: string
  /** The file that the text is saved as. */
  readonly file?: string
}

/**
 * Code with a title, or with a tab for each of its texts, and a button that copies it.
 *
 * The tabs are radio buttons, so they work without scripts; a browser that cannot read `:has()` shows every text.
 */
export function codeBlock(name: string, panes: readonly Pane[], ink: Ink): Markup {
  const number = ink.number()
  const [only] = panes
  const head =
    panes.length > 1
      ? html`<div class="code__tabs" role="radiogroup" aria-label="${name}">
          ${panes.map((pane, at) => tabOf(pane, `code-${number}`, at))}
        </div>`
      : html`<span class="code__title">${only?.file ?? name}</span>`
  return html`<div class="code">
    <div class="code__head">
      ${head}<button type="button" class="btn btn--ghost btn--sm btn--icon" data-copy hidden aria-label="Copy: ${name}">
        ${icon('copy')}
      </button>
    </div>
    ${panes.map((pane) => paneOf(pane, panes.length > 1 ? `${name}, ${pane.label}` : name, ink))}
  </div>`
}

const tabOf = ({ label }: Pane, group: string, at: number): Markup =>
  html`<label class="code__tab"><input type="radio" name="${group}" value="${label}" ${at === 0 ? checked : ''} />${label}</label>`

const checked = html` checked`

/** It can be focused, because it scrolls. */
function paneOf({ language, code, file }: Pane, name: string, ink: Ink): Markup {
  const text = ink.paint({ code, language })
  const saved = file === undefined ? '' : html` data-file="${file}"`
  return html`<pre tabindex="0" role="group" aria-label="${name}" data-language="${language}" ${saved}><code>${text}</code></pre>`
}
