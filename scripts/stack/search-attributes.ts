/** Search attributes that the namespace must have, with their types in the words of the Temporal CLI. */
export const searchAttributes = {
  MerchantId: 'Keyword',
  Chain: 'Keyword',
  Asset: 'Keyword',
  Mode: 'Keyword',
  ExpiresAt: 'Datetime',
} as const
