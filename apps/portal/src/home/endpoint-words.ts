/** What becomes of deliveries to an endpoint that fails. */
export const deliveriesWait = 'Deliveries wait their turn, and none is dropped.'

/** What is told of a webhook endpoint that is switched off: what happens meanwhile, and how nothing is missed. */
export const endpointOff = {
  fact: 'Your webhook endpoint is switched off',
  help: 'New events are not sent. The event feed keeps them for 30 days.',
} as const
