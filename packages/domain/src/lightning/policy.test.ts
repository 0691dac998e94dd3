import { expect, test } from 'vitest'
import { defaultLightningLimits } from './limits.ts'
import { judgeSend, type SendFacts } from './policy.ts'

const facts: SendFacts = {
  amountMsat: 1_010_000n,
  sentMsat: 0n,
  hotMsat: undefined,
  pausedBy: undefined,
  limits: { ...defaultLightningLimits, walletHourSats: 5_000n, hotBalanceSats: 100_000n },
}

const cases: readonly [name: string, change: Partial<SendFacts>, verdict: object][] = [
  ['that nothing speaks against is allowed', {}, { rule: 'all', outcome: 'allow' }],
  ['is held by a pause', { pausedBy: 'lightning' }, { rule: 'P5', outcome: 'hold', reason: 'paused:lightning' }],
  ['with which its wallet stays at the cap of an hour is allowed', { sentMsat: 3_990_000n }, { outcome: 'allow' }],
  ['with which its wallet passes the cap of an hour is held', { sentMsat: 3_990_001n }, { rule: 'P9', reason: 'lightning_wallet_hour' }],
  [
    'of the largest amount with its reserve is allowed',
    { amountMsat: 10_100_000_000n, limits: defaultLightningLimits },
    { outcome: 'allow' },
  ],
  [
    'of more than the largest amount is held',
    { amountMsat: 10_200_000_001n, limits: defaultLightningLimits },
    { rule: 'P9', reason: 'lightning_payment_too_large' },
  ],
  ['from a node at its cap is allowed', { hotMsat: 100_000_000n }, { outcome: 'allow' }],
  ['from a node above its cap is held', { hotMsat: 100_000_001n }, { rule: 'P9', reason: 'lightning_hot_balance' }],
]

test.each(cases)('a Lightning send %s', (_name, change, verdict) => {
  expect(judgeSend({ ...facts, ...change })).toMatchObject(verdict)
})
