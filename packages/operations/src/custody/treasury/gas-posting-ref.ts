import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'

/** The ledger reference of a transaction's gas, numbered after a reorg has reversed an earlier posting. */
export const gasPostingRef = ({ handle, posting }: Pick<SpendAttemptEntity, 'handle' | 'posting'>): string =>
  posting === 0 ? handle : `${handle}#${posting}`
