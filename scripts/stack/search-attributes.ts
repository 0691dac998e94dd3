/** Search attributes of the namespace, with their types as the Temporal CLI names them. */
export const searchAttributes = {
  MerchantId: 'Keyword',
  Chain: 'Keyword',
  Asset: 'Keyword',
  Mode: 'Keyword',
  ExpiresAt: 'Datetime',
} as const
