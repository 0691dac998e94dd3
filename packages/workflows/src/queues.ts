import type { ChainCode } from '@gateway/domain/money/asset'

/** Each task queue has the name of the one role that polls it. */
export const queues = {
  payments: 'payments',
  webhooks: 'webhooks',
  series: 'series',
  chain: (chain: ChainCode): string => `chain-${chain}`,
} as const
