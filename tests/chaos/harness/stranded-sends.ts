import { strandedPayments } from '../oracle/lnd.ts'
import { readBoth, type LightningSources } from './explain-sends.ts'
import type { Journal } from './journal.ts'

/** Sends that the gateway's node never ends, which stay pending with their reserve for good. */
export interface StrandedSends {
  readonly hashes: () => readonly string[]
  /** Reads both nodes again. */
  look(): Promise<void>
}

/** An HTLC that is being committed is shown by neither end for moments. */
const STAYS_MS = 20_000

/** Watches for sends that were stranded for a while; there are none without Lightning nodes. */
export function watchStranded(records: LightningSources['records'] | undefined, journal: Journal): StrandedSends {
  let since: ReadonlyMap<string, number> = new Map()
  return {
    hashes: () => [...since].flatMap(([hash, at]) => (journal.now() - at >= STAYS_MS ? [hash] : [])),
    look: async () => {
      if (!records) return
      const both = await readBoth(records).catch(() => undefined)
      const found = both ? strandedPayments(both.own, both.other) : []
      since = new Map(found.map(({ paymentHash }) => [paymentHash, since.get(paymentHash) ?? journal.now()]))
    },
  }
}
