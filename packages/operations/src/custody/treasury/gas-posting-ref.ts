import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'

/** The name under which a transaction's gas is booked: the transaction, with a number once a reorganisation has reversed what was booked before. */
export const gasPostingRef = ({ handle, posting }: Pick<SpendAttemptEntity, 'handle' | 'posting'>): string =>
  posting === 0 ? handle : `${handle}#${posting}`
