import type { Orm } from '@gateway/db/orm'
import { defaultEmailLimits } from '@gateway/domain/accounts/email'
import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import { plans } from '@gateway/domain/businesses/plan'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { paymentWindow } from '@gateway/domain/payments/rules'
import { createPasswords } from '@gateway/operations/accounts/passwords/password'
import { derivePartyTokenKeys } from '@gateway/operations/custody/evidence/party-tokens'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { storeRules } from '@gateway/operations/payments/rules/store-rules'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { generateKeyPairSync } from 'node:crypto'
import { watcherContext } from '../watching/watcher.ts'

const oneDollar = { price: { digits: 1n, scale: 0 } }

/** The context of the api's operations, in this process, with a signer that pins at once and without Temporal. */
export const apiContext = async (orm: Orm): Promise<ApiContext> => ({
  ...watcherContext(orm),
  rates: {
    findPrice: async (_pair, at) => ({ ...oneDollar, asOf: at, sources: [{ source: 'static', price: '1', at: at.toISOString() }] }),
  },
  custody: {
    deploymentId: 'bench',
    poolPublicKey: generateKeyPairSync('ed25519').publicKey,
    platformAddresses: { ETH: ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'] },
    deciderAddresses: {},
  },
  tokenKeys: { issuer: 'https://gateway.example', kid: 'key-1', ...generateKeyPairSync('ed25519') },
  partyTokenKeys: derivePartyTokenKeys(Buffer.alloc(32, 7)),
  passwords: createPasswords(),
  webhookSealingKey: generateKeyPairSync('x25519').publicKey,
  plans,
  paymentRules: await storeRules({ orm, clock: systemClock }, defaultRules),
  paymentWindowSeconds: paymentWindow.defaultSeconds,
  throttles: defaultThrottles,
  emailLimits: defaultEmailLimits,
  walletDelayMs: 0,
  refundLinkDays: 30,
  refundOfferDays: 14,
  egress: { allow: [] },
  tryNow: () => {},
  hear: async () => {},
  awaitPin: () => Promise.resolve('pinned'),
  askChain: () => Promise.resolve('wallet'),
})
