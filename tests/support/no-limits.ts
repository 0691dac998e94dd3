const NONE = 1_000_000

/** Rate limits for a gateway whose callers all share one machine and poll often. */
export const noLimits = Object.fromEntries(
  ['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'].map((limit) => [limit, NONE]),
)

/** The same for throttles. */
export const noThrottles = Object.fromEntries(
  ['signInsPerAccount', 'signInsPerAddress', 'codesPerAccount', 'registrationsPerAddress', 'emailsPerAccount', 'emailsPerAddress'].map(
    (name) => [name, NONE],
  ),
)
