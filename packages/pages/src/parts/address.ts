import { html, type Markup, trusted } from '../html.ts'

const GROUP = 4
const EDGE_GROUPS = 2
const HEX_PREFIX = '0x'

/**
 * An address in groups of four with its first and last two bold. The gaps are margins, not spaces: the selected and copied text is the exact
 * address. It reads left to right in every language.
 */
export function groupedAddress(address: string): Markup {
  const prefix = address.startsWith(HEX_PREFIX) ? HEX_PREFIX : ''
  const groups = address.slice(prefix.length).match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? []
  const isEdge = (at: number): boolean => at < EDGE_GROUPS || at >= groups.length - EDGE_GROUPS
  const shown = groups.map((group, at) => {
    const text = at === 0 ? `${prefix}${group}` : group
    return html`<span class="${isEdge(at) ? 'addr__group addr__edge' : 'addr__group'}">${text}</span>`
  })
  return html`<bdi class="addr" dir="ltr">${shown.flatMap((group, at) => (at === 0 ? [group] : [trusted('<wbr>'), group]))}</bdi>`
}

const SHORT_START = 6
const SHORT_END = 4

/** `0xB7f6…B0AA`: only beside the whole address, or a link to what it names. */
export const shortAddress = (address: string): string => `${address.slice(0, SHORT_START)}…${address.slice(-SHORT_END)}`
