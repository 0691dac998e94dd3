import type { Requester } from '@gateway/domain/accounts/requester'

/** The requester of a context, without everything else. */
export const requesterOf = ({ address, browser }: Requester): Requester => ({ address, browser })
