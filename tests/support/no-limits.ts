import { emailLimitNames } from '@gateway/domain/accounts/email'
import { throttleNames } from '@gateway/domain/accounts/throttle'

const NONE = 1_000_000

/** Rate limits for a gateway whose callers all share one machine and poll often. */
export const noLimits = Object.fromEntries(
  ['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'].map((limit) => [limit, NONE]),
)

/** The same for throttles. */
export const noThrottles = Object.fromEntries(throttleNames.map((name) => [name, NONE]))

/** The same for e-mails to strangers. */
export const noEmailLimits = Object.fromEntries(emailLimitNames.map((name) => [name, NONE]))
