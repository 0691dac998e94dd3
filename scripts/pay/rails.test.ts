import { expect, test } from 'vitest'
import { payableAsset, payingRails } from './rails.ts'

const nowhere = {
  bitcoin: { rpc: 'http://127.0.0.1:1', wallet: 'faucet' },
  evm: { rpc: 'http://127.0.0.1:1' },
  tokens: { USDC_ETH: `0x${'1'.repeat(40)}` },
}

test('an asset is named in any case, and another one is refused with those there are', () => {
  expect([payableAsset('btc'), payableAsset('USDC_eth')]).toEqual(['BTC', 'USDC_ETH'])
  expect(() => payableAsset('DOGE')).toThrow('DOGE is no asset of the devnet: use BTC, ETH, USDC_ETH')
})

test.each(['ETH', 'USDC_ETH'] as const)('%s is not sent to an address with a wrong checksum', async (asset) => {
  const mistyped = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267'
  await expect(payingRails[asset].pay(nowhere, { to: mistyped, units: 1n })).rejects.toThrow(`${mistyped} is no Ethereum address`)
})
