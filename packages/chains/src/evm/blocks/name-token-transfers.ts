import type { Transfer } from '../../rail.ts'

/** A transfer of tokens as its log tells it. */
export interface LoggedTransfer extends Omit<Transfer, 'ref'> {
  readonly logIndex: number
}

/**
 * Names the token transfers of a block, so that each keeps its name in whichever block its transaction is mined: after the transaction, the token, the
 * receiver, and how many of the same kind the transaction made before it. The index of a log counts through its block, and is another one in the next.
 *
 * Nodes may give logs in any order. A name never passes to another receiver or token; to another amount it does, where the transaction has done
 * something else this time.
 */
export function nameTokenTransfers(transfers: readonly LoggedTransfer[]): readonly Transfer[] {
  const made = new Map<string, number>()
  return transfers
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .map((transfer) => {
      const kind = `${transfer.txId}:${transfer.token ?? transfer.asset}:${transfer.to}`
      const earlier = made.get(kind) ?? 0
      made.set(kind, earlier + 1)
      return { ...transfer, ref: `${kind}:${earlier}` }
    })
}
