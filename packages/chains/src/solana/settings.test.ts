import { expect, test } from 'vitest'
import { z } from 'zod'
import { solanaNetworkNames, solanaNetworks } from '../definitions/solana.ts'
import { solanaSettings } from './settings.ts'

const Settings = z.object({ ...solanaSettings.rail, ...solanaSettings.node, ...solanaSettings.caps })

test('the settings of Solana name every network and nothing else', () => {
  expect([...solanaNetworkNames]).toEqual(Object.keys(solanaNetworks))
  for (const NETWORK of solanaNetworkNames) expect(Settings.parse({ NETWORK })).toEqual({ NETWORK })
  expect(Settings.safeParse({ NETWORK: 'mainnet' }).success).toBe(false)
})

test('the settings of Solana reject a text that is not a URL or not an interval', () => {
  expect(Settings.parse({ RPC_URL: 'http://127.0.0.1:8899', POLL_MS: '400' })).toEqual({ RPC_URL: 'http://127.0.0.1:8899', POLL_MS: 400 })
  expect(Settings.safeParse({ RPC_URL: 'ws://127.0.0.1:8900' }).success).toBe(false)
  expect(Settings.safeParse({ POLL_MS: '1' }).success).toBe(false)
})
