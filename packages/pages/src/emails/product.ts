/** The name of the product in e-mails. */
export const product = 'Gateway'

/** The host of an origin, as a reader types it. */
export const hostOf = (origin: string): string => new URL(origin).host
