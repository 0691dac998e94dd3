import { z } from 'zod'
import type { LndClient, NodeStream } from './lnd-client.ts'
import { HexBytes } from './message-parts.ts'

const Update = z.object({ state: z.string(), r_hash: HexBytes, settle_index: z.string() })

/** A stream that says nothing may be dead, so it begins again after this time. */
const RENEW_MS = 5 * 60_000
const AGAIN_MS = 1_000

/** Names settled invoices, as `InvoiceNode.watchSettled` says; after a break it continues behind the last one that it named. */
export function watchSettledAt(lnd: LndClient, onHash: (paymentHash: string) => void): { stop(): void } {
  let stream: NodeStream | undefined
  let again: NodeJS.Timeout | undefined
  let settleIndex = '0'
  let isStopped = false
  const begin = (): void => {
    const begun = lnd.open((stubs, limits) => stubs.default.subscribeInvoices({ settle_index: settleIndex }, limits), RENEW_MS)
    stream = begun
    begun.on('data', (message) => {
      const update = Update.safeParse(message).data
      if (update?.state !== 'SETTLED') return
      settleIndex = update.settle_index
      onHash(update.r_hash)
    })
    const restart = (): void => {
      if (isStopped || stream !== begun) return
      stream = undefined
      again = setTimeout(begin, AGAIN_MS)
    }
    begun.on('error', restart)
    begun.on('end', restart)
  }
  begin()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(again)
      stream?.cancel()
    },
  }
}
