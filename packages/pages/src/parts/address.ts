import { html, type Markup, trusted } from '../html.ts'

const GROUP = 4
const EDGE_GROUPS = 2
/** What every address of a kind begins with, and nobody compares: `0x`, `bitcoincash:`. */
const PREFIX = /^(?:0x|[a-z]+:)/

/**
 * An address in groups of four with its first and last two bold. The gaps are margins, not spaces: the selected and copied text is the exact
 * address. It reads left to right in every language. A prefix that ends with a colon is a group of its own.
 */
export function groupedAddress(address: string): Markup {
  const [prefix = ''] = PREFIX.exec(address) ?? []
  const isApart = prefix.endsWith(':')
  const groups = address.slice(prefix.length).match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? []
  const isEdge = (at: number): boolean => at < EDGE_GROUPS || at >= groups.length - EDGE_GROUPS
  const shown = groups.map((group, at) => {
    const text = at === 0 && !isApart ? `${prefix}${group}` : group
    return html`<span class="${isEdge(at) ? 'addr__group addr__edge' : 'addr__group'}">${text}</span>`
  })
  const all = isApart ? [html`<span class="addr__group">${prefix}</span>`, ...shown] : shown
  return html`<bdi class="addr" dir="ltr">${all.flatMap((group, at) => (at === 0 ? [group] : [trusted('<wbr>'), group]))}</bdi>`
}

const SCHEME = /^[a-z]+:/
const SHORT_START = 6
const SHORT_END = 4

/** `0xB7f6…B0AA`: only beside the whole address, or a link to what it names. */
export function shortAddress(address: string): string {
  const own = address.replace(SCHEME, '')
  return `${own.slice(0, SHORT_START)}…${own.slice(-SHORT_END)}`
}
