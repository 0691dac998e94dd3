import { findOpenHandles, lockOpenIntent } from '@gateway/db/custody/queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { SpendPurpose } from '@gateway/domain/custody/intent'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'

/** Ids of our own transactions on a chain that are not final yet: what the scanner looks for in blocks. */
export const readOpenTransactions = async (em: Em, chain: ChainCode): Promise<ReadonlySet<string>> =>
  new Set((await findOpenHandles(em, { chain })).keys())

/** The leg that a payout of an object settles, locked against everybody else who would sign or settle it; undefined when none is open. */
export const holdOpenIntent = (
  em: Em,
  leg: { purpose: SpendPurpose; ref: string; asset: AssetCode },
): Promise<SpendIntentEntity | undefined> => lockOpenIntent(em, leg)
