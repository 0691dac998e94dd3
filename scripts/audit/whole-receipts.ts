import type { Em } from '@gateway/db/orm'
import { findAlteredChains } from '@gateway/operations/identity/own-receipts/find-altered-chains'

/** The invariant of the chains of receipts. */
export const wholeReceipts = {
  id: 'R',
  sentence: 'the receipts of every DID follow from each other up to the end of their chain, and weigh what they say',
} as const

/** Walks the chains of receipts of all DIDs; undefined when they are whole. */
export async function findBrokenReceipts(em: Em): Promise<(typeof wholeReceipts & { readonly rows: readonly object[] }) | undefined> {
  const rows = await findAlteredChains(em)
  return rows.length === 0 ? undefined : { ...wholeReceipts, rows }
}
