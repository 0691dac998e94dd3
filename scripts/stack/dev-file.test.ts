import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eachChain } from './each-chain.ts'
import { type Described, devFileOf, findDevFile, readDevFile, removeDevFile, walletNames, Wallets, writeDevFile } from './dev-file.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const file = join(folder.path, 'dev.json')

const described: Described = {
  devnet: {
    chains: {
      ...eachChain(() => ({ rpc: 'http://127.0.0.1:20001' })),
      BTC: { rpc: 'http://devnet:secret@127.0.0.1:20002', wallet: 'faucet' },
    },
    temporal: { address: '127.0.0.1:20003', ui: 'http://127.0.0.1:20004' },
  },
  gateway: { api: 'http://127.0.0.1:4000' },
  around: { databaseUrl: 'postgres://127.0.0.1:20005/gateway' },
  wallets: Wallets.parse(Object.fromEntries(walletNames.map((name) => [name, `an address on ${name}`]))),
  demo: { businessId: 'b1', apiKey: 'gw_live_x', email: 'demo@shop.example', password: 'demo demo demo' },
  mines: true,
}

test('the file of a stack names its API, nodes, faucets, two wallets of each chain and the demo business', () => {
  writeDevFile(folder.path, devFileOf(described))
  expect(findDevFile(folder.path)).toMatchInlineSnapshot(
    { pid: expect.any(Number) },
    `
    {
      "api": "http://127.0.0.1:4000",
      "chains": {
        "BCH": {
          "blockSeconds": 2,
          "rpc": "http://127.0.0.1:20001",
        },
        "BTC": {
          "blockSeconds": 2,
          "faucetWallet": "faucet",
          "rpc": "http://devnet:secret@127.0.0.1:20002",
        },
        "ETH": {
          "blockSeconds": 1,
          "chainId": 31337,
          "faucetKey": "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
          "rpc": "http://127.0.0.1:20001",
          "tokens": {
            "USDC_ETH": "0x59257Bdb28301d649eeBFc3B92E152c84eDbf577",
          },
        },
        "POL": {
          "blockSeconds": 1,
          "chainId": 31338,
          "faucetKey": "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
          "rpc": "http://127.0.0.1:20001",
          "tokens": {
            "USDC_POL": "0x59257Bdb28301d649eeBFc3B92E152c84eDbf577",
          },
        },
        "SOL": {
          "blockSeconds": 0.2,
          "faucetKey": "99eUso3aSbE9tqGSTXzo3TLfKb9RkMTURrHKQ1K7Zh3StnzFNUx8FKCPPPPpR479qsw5zv2WNBKmgiz7WqgAJfM",
          "rpc": "http://127.0.0.1:20001",
          "tokens": {
            "USDC_SOL": "2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1",
          },
        },
      },
      "demo": {
        "apiKey": "gw_live_x",
        "businessId": "b1",
        "email": "demo@shop.example",
        "password": "demo demo demo",
      },
      "pid": Any<Number>,
      "postgres": "postgres://127.0.0.1:20005/gateway",
      "temporal": {
        "address": "127.0.0.1:20003",
        "ui": "http://127.0.0.1:20004",
      },
      "wallets": {
        "BCH": "an address on BCH",
        "BCH_2": "an address on BCH_2",
        "BTC": "an address on BTC",
        "BTC_2": "an address on BTC_2",
        "ETH": "an address on ETH",
        "ETH_2": "an address on ETH_2",
        "POL": "an address on POL",
        "POL_2": "an address on POL_2",
        "SOL": "an address on SOL",
        "SOL_2": "an address on SOL_2",
      },
    }
  `,
  )
  expect(readDevFile({ DATA_DIR: folder.path }).pid).toBe(process.pid)
})

test('the file of a stack is readable by its owner alone, because it contains keys', () => {
  writeDevFile(folder.path, devFileOf(described))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a chain that mines only on request has no block interval in the file', () => {
  writeDevFile(folder.path, devFileOf({ ...described, mines: false }))
  expect(findDevFile(folder.path)?.chains).not.toHaveProperty('BTC.blockSeconds')
})

test('the file of another version counts as none', () => {
  writeFileSync(file, JSON.stringify({ api: 'http://127.0.0.1:4000' }))
  expect(findDevFile(folder.path)).toBeUndefined()
})

test('without a file, readDevFile says how to start a stack', () => {
  removeDevFile(folder.path)
  expect(existsSync(file)).toBe(false)
  expect(() => readDevFile({ DATA_DIR: folder.path })).toThrow(`set DATABASE_URL, or run "npm run dev", which writes ${file}`)
})
