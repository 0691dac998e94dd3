const GROUP = 4
const EDGES = 2
/** What every address of a kind begins with, and nobody compares: `0x`, `bitcoincash:`. */
const PREFIX = /^(?:0x|[a-z]+:)/

/**
 * An address whole, in groups of four as at the checkout, the first and the last two in bold; selected and copied it has no spaces. A prefix that ends
 * with a colon is a group of its own.
 */
export function Address({ text }: { readonly text: string }) {
  const [prefix = ''] = PREFIX.exec(text) ?? []
  const isApart = prefix.endsWith(':')
  const groups = text.slice(prefix.length).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []
  const isEdge = (at: number): boolean => at < EDGES || at >= groups.length - EDGES
  return (
    <span className="addr small" dir="ltr">
      {isApart && <span className="addr__group">{prefix}</span>}
      {groups.map((group, at) => (
        <span key={at} className={isEdge(at) ? 'addr__group addr__edge' : 'addr__group'}>
          {at === 0 && !isApart ? `${prefix}${group}` : group}
        </span>
      ))}
    </span>
  )
}

const HEAD = 6
const TAIL = 4

/** The short form of an id, a hash or an address; the whole one is a click away. */
export const short = (text: string): string => (text.length <= HEAD + TAIL + 2 ? text : `${text.slice(0, HEAD)}…${text.slice(-TAIL)}`)
