/** The name of the service in e-mails. */
export const service = 'Gateway'

/** The host of an origin, as a reader types it. */
export const hostOf = (origin: string): string => new URL(origin).host
