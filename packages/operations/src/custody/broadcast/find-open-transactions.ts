import { findOpenHandles } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'

/** Ids of our own transactions on a chain that are not final; the scanner looks for them in blocks. */
export const findOpenTransactions = async (em: Em, chain: ChainCode): Promise<ReadonlySet<string>> =>
  new Set((await findOpenHandles(em, { chain })).keys())
