const GROUP = 4
const EDGES = 2

/** An address whole, in groups of four, the first and the last two in bold; selected and copied it has no spaces. */
export function Address({ text }: { readonly text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []
  const isEdge = (at: number): boolean => at < EDGES || at >= groups.length - EDGES
  return (
    <span className="addr small" dir="ltr">
      {groups.map((group, at) => (
        <span key={at} className={isEdge(at) ? 'addr__group addr__edge' : 'addr__group'}>
          {group}
        </span>
      ))}
    </span>
  )
}

const HEAD = 6
const TAIL = 4

/** The short form of an id, a hash or an address; the whole one is a click away. */
export const short = (text: string): string => (text.length <= HEAD + TAIL + 2 ? text : `${text.slice(0, HEAD)}…${text.slice(-TAIL)}`)
