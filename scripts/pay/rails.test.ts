import { expect, test } from 'vitest'
import { eachChain } from '../stack/each-chain.ts'
import { payableAsset, payableAssets, payAsset } from './rails.ts'

const nowhere = eachChain(() => ({ rpc: 'http://127.0.0.1:1' }))

test('an asset is named in any case, and another one is refused with those there are', () => {
  expect([payableAsset('btc'), payableAsset('USDC_eth')]).toEqual(['BTC', 'USDC_ETH'])
  expect(() => payableAsset('DOGE')).toThrow(`DOGE is no asset of the devnet: use ${payableAssets.join(', ')}`)
})

test.each([
  ['ETH', 'Ethereum'],
  ['USDC_ETH', 'Ethereum'],
  ['POL', 'Polygon'],
] as const)('%s is not sent to an address with a wrong checksum', async (asset, name) => {
  const mistyped = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267'
  await expect(payAsset(nowhere, asset, { to: mistyped, units: 1n })).rejects.toThrow(`${mistyped} is no ${name} address`)
})
