import type { ChainCode } from '@gateway/domain/money/asset'

/** Task queues carry the name of the one role that polls them. */
export const queues = {
  payments: 'payments',
  webhooks: 'webhooks',
  signer: 'signer',
  chain: (chain: ChainCode): string => `chain-${chain}`,
} as const
