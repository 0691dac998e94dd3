/** Maximum API keys of a business that are neither revoked nor expired. */
export const MAX_ACTIVE_KEYS = 50

/** Maximum businesses of a merchant. */
export const MAX_BUSINESSES = 100
