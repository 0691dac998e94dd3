import { html, type Markup, trusted } from '../html.ts'

const GROUP = /.{1,4}/gs
const EDGE = 2

/** An address in groups of four with its ends in bold, for comparing. The gaps are margins, so that selecting it copies the exact text. */
export function groupedAddress(text: string): Markup {
  const groups = text.match(GROUP) ?? []
  const marked = groups.map((group, at) => {
    const isEdge = at < EDGE || at >= groups.length - EDGE
    return html`<span class="addr__group${isEdge ? ' addr__edge' : ''}">${group}</span>`.markup
  })
  return html`<bdi class="addr" dir="ltr">${trusted(marked.join(''))}</bdi>`
}
