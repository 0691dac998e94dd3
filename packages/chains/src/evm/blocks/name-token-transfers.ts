import type { Transfer } from '../../rail/transfer.ts'

/** A token transfer decoded from its log. */
export interface LoggedTransfer extends Omit<Transfer, 'ref'> {
  readonly logIndex: number
}

/**
 * Assigns refs to the token transfers of a block that stay the same in whichever block the transaction is mined: transaction, token,
 * receiver, and the number of such transfers before it. A log index counts through its block and changes with it.
 * Nodes may return logs in any order. A ref never moves to another receiver or token; its amount can change when the transaction executes
 * differently.
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
