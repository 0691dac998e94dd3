import { describe, expect, test } from 'vitest'
import { isEvmChain } from './definitions/evm.ts'
import { isSolanaChain } from './definitions/solana.ts'
import { FeeCapsEnv, NodesEnv, RailsEnv } from './env.ts'
import { byChain, servedChains } from './settings.ts'

describe('RailsEnv', () => {
  test('serves both chains by default, and has no default network', () => {
    expect(RailsEnv.parse({})).toEqual({ CHAINS: ['BTC', 'ETH'] })
    expect(RailsEnv.parse({ CHAINS: 'ETH', ETH_CHAIN_ID: '31337' })).toEqual({ CHAINS: ['ETH'], ETH_CHAIN_ID: 31_337 })
  })

  test.each([
    { CHAINS: '' },
    { CHAINS: 'BTC,DOGE' },
    { CHAINS: 'BTC,BTC' },
    { BTC_NETWORK: 'main' },
    { ETH_CHAIN_ID: '' },
    { ETH_CHAIN_ID: '-1' },
    { ETH_CHAIN_ID: 'one' },
  ])('rejects %o', (settings) => {
    expect(RailsEnv.safeParse(settings).success).toBe(false)
  })
})

describe('NodesEnv and FeeCapsEnv', () => {
  test('parse prices in gwei exactly', () => {
    expect(NodesEnv.parse({ ETH_TIP_CAP_GWEI: '1.000000001' })).toMatchObject({
      ETH_TIP_FLOOR_GWEI: 10_000_000n,
      ETH_TIP_CAP_GWEI: 1_000_000_001n,
    })
    expect(FeeCapsEnv.parse({})).toMatchObject({
      BCH_FEE_CAP_SAT_PER_VBYTE: 20,
      BCH_FEE_CAP_BPS: 200,
      BCH_FEE_CAP_FLOOR: 3_000n,
      BTC_FEE_CAP_SAT_PER_VBYTE: 500,
      BTC_FEE_CAP_BPS: 200,
      BTC_FEE_CAP_FLOOR: 3_000n,
      ETH_FEE_CAP_GWEI: 300_000_000_000n,
      ETH_TIP_CAP_GWEI: 5_000_000_000n,
    })
  })

  test.each([
    { ETH_RPC_URL: 'localhost:8545' },
    { BTC_RPC_URL: 'ftp://127.0.0.1' },
    { ETH_TIP_CAP_GWEI: '1e9' },
    { ETH_TIP_CAP_GWEI: '-1' },
    { ETH_POLL_MS: '0' },
  ])('reject %o', (settings) => {
    expect(NodesEnv.safeParse(settings).success).toBe(false)
  })
})

test.each([
  { BTC_FEE_CAP_BPS: '0' },
  { BTC_FEE_CAP_BPS: '5001' },
  { BTC_FEE_CAP_BPS: '2 %' },
  { BTC_FEE_CAP_FLOOR: '0.11' },
  { BTC_FEE_CAP_FLOOR: '0.000000001' },
  { BTC_FEE_CAP_FLOOR: '3000 sats' },
])('FeeCapsEnv rejects %o', (settings) => {
  const [name = ''] = Object.keys(settings)
  const parsed = FeeCapsEnv.safeParse(settings)
  expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual([name])
})

test('FeeCapsEnv parses caps exactly', () => {
  expect(FeeCapsEnv.parse({ BTC_FEE_CAP_BPS: '50', BTC_FEE_CAP_FLOOR: '0.0001' })).toMatchObject({
    BTC_FEE_CAP_BPS: 50,
    BTC_FEE_CAP_FLOOR: 10_000n,
  })
})

test('the settings of the chains become a map by chain, and all others stay', () => {
  const settings = { ...RailsEnv.parse({ BTC_NETWORK: 'regtest' }), ...NodesEnv.parse({ ETH_POLL_MS: '1234' }), NODE_ENV: 'test' }
  expect(byChain(settings)).toMatchObject({
    CHAINS: ['BTC', 'ETH'],
    NODE_ENV: 'test',
    chains: {
      BTC: { NETWORK: 'regtest' },
      BCH: {},
      ETH: { POLL_MS: 1_234, TIP_FLOOR_GWEI: 10_000_000n, TIP_CAP_GWEI: 5_000_000_000n },
      POL: { TIP_FLOOR_GWEI: 25_000_000_000n, TIP_CAP_GWEI: 500_000_000_000n },
    },
  })
})

test.each(servedChains)('%s has the settings of its family under its own prefix', (chain) => {
  const names = [RailsEnv, NodesEnv, FeeCapsEnv].map(({ shape }) => Object.keys(shape).filter((name) => name.startsWith(`${chain}_`)))
  expect(names.map((own) => own.length)).toEqual(isEvmChain(chain) ? [3, 4, 2] : isSolanaChain(chain) ? [2, 2, 0] : [1, 2, 3])
  expect(names[1]).toEqual(expect.arrayContaining([`${chain}_RPC_URL`, `${chain}_POLL_MS`]))
})

test('every setting has a description and an example that it accepts', () => {
  for (const { shape } of [RailsEnv, NodesEnv, FeeCapsEnv]) {
    for (const [name, setting] of Object.entries(shape)) {
      const { description, example } = setting.meta() ?? {}
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
      expect([name, setting.safeParse(example).success]).toEqual([name, true])
    }
  }
})
