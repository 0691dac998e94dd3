const NONE = 1_000_000

/** Limits for a gateway whose every caller is one machine that waits in short steps. */
export const noLimits = Object.fromEntries(
  ['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'].map((limit) => [limit, NONE]),
)

/** The same for attempts. */
export const noThrottles = Object.fromEntries(
  ['signInsPerAccount', 'signInsPerAddress', 'registrationsPerAddress', 'lettersPerAccount', 'lettersPerAddress'].map((name) => [
    name,
    NONE,
  ]),
)
