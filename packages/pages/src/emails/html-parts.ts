import { html, type Markup, trusted } from '../html.ts'
import { unlinked } from './inserted-text.ts'
import type { Run, Words } from './words.ts'

const SANS = "Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const MONO = "'JetBrains Mono',ui-monospace,Menlo,Consolas,monospace"

/** Rules of an inline style; ours, never inserted text. */
export const style = (...rules: readonly string[]): Markup => trusted(rules.join(';'))

/** The rule of a font in the system's own face; size and line height in px. */
export const font = (weight: number, size: number, line: number): string => `font:${weight} ${size}px/${line}px ${SANS}`

/** A table that is layout alone, as screen readers are told. Many clients know no other layout. */
export const table = (attributes: string, rows: Markup): Markup =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${trusted(attributes)}>
    ${rows}
  </table>`

/** Words as HTML: inserted text is escaped, cannot become a link, and keeps its own direction. */
export const markupOf = (words: Words): Markup => html`${words.map(({ text, as }) => writers[as](text))}`

const writers: Readonly<Record<Run['as'], (text: string) => Markup>> = {
  own: (text) => html`${text}`,
  inserted: (text) => html`<bdi>${unlinked(text)}</bdi>`,
  strong: (text) => html`<b><bdi>${unlinked(text)}</bdi></b>`,
  exact: (text) =>
    html`<span dir="ltr" style="${style(`font-family:${MONO}`, 'font-size:.92em', 'word-break:break-word', 'overflow-wrap:anywhere')}"
      >${unlinked(text)}</span
    >`,
}
