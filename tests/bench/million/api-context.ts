import type { Orm } from '@gateway/db/orm'
import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import { plans } from '@gateway/domain/businesses/plan'
import { createPasswords } from '@gateway/operations/accounts/password'
import type { ApiContext } from '@gateway/operations/context'
import { generateKeyPairSync } from 'node:crypto'
import { watcherContext } from '../watching/watcher.ts'

const oneDollar = { price: { digits: 1n, scale: 0 } }

/** What the api's operations run on, in this process: a signer that answers at once, and no Temporal. */
export const apiContext = (orm: Orm): ApiContext => ({
  ...watcherContext(orm),
  rates: {
    findPrice: async (_pair, at) => ({ ...oneDollar, asOf: at, sources: [{ source: 'static', price: '1', at: at.toISOString() }] }),
  },
  custody: {
    deploymentId: 'bench',
    poolPublicKey: generateKeyPairSync('ed25519').publicKey,
    platformAddresses: { ETH: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' },
  },
  tokenKeys: { issuer: 'https://gateway.example', kid: 'key-1', ...generateKeyPairSync('ed25519') },
  passwords: createPasswords(),
  webhookSealingKey: generateKeyPairSync('x25519').publicKey,
  plans,
  throttles: defaultThrottles,
  walletDelayMs: 0,
  egress: { allow: [] },
  tryNow: () => {},
  hear: async () => {},
  awaitPin: () => Promise.resolve('pinned'),
})
