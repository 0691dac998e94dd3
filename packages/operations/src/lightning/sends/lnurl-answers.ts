/** What an address can be paid, in millisatoshis; `metadata` byte for byte. */
export interface PayAnswer {
  readonly callback: string
  readonly minMsat: bigint
  readonly maxMsat: bigint
  readonly metadata: string
}

/** The answer of an address to a wallet that wants to pay it (LUD-06); undefined for anything else, an error of LNURL included. */
export function readPayAnswer(raw: unknown): PayAnswer | undefined {
  const { tag, callback, minSendable, maxSendable, metadata } = membersOf(raw)
  if (tag !== 'payRequest' || typeof callback !== 'string' || typeof metadata !== 'string') return undefined
  const [minMsat, maxMsat] = [readMsat(minSendable), readMsat(maxSendable)]
  if (minMsat === undefined || maxMsat === undefined || URL.parse(callback) === null || !hasOneText(metadata)) return undefined
  return { callback, minMsat, maxMsat, metadata }
}

/** The invoice that a callback has given; undefined for anything else. */
export function readCallbackAnswer(raw: unknown): string | undefined {
  const { pr, status } = membersOf(raw)
  return typeof pr === 'string' && status !== 'ERROR' ? pr : undefined
}

/** LUD-06: the metadata is a JSON text of pairs, exactly one of them `text/plain`. */
function hasOneText(metadata: string): boolean {
  try {
    const pairs: unknown = JSON.parse(metadata)
    return Array.isArray(pairs) && pairs.filter((pair) => Array.isArray(pair) && pair[0] === 'text/plain').length === 1
  } catch {
    // No JSON is no metadata.
    return false
  }
}

function readMsat(raw: unknown): bigint | undefined {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw > 0 ? BigInt(raw) : undefined
}

// Any JSON value has members to look for; what is no object has none.
const membersOf = (raw: unknown): Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {}
