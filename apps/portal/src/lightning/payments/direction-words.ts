/** The ways of a payment as a merchant reads them. */
export const directionWords = { incoming: 'Received', outgoing: 'Sent' } as const
