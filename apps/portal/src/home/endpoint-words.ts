/** What is told of a webhook endpoint that is switched off: what happens meanwhile, and how nothing is missed. */
export const endpointOff = {
  fact: 'Your webhook endpoint is switched off',
  help: 'New events are not sent. The event feed has them for 30 days: read them there, or redeliver them once the endpoint is on again.',
} as const
