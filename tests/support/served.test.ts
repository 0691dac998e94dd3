import { payAsset } from '@gateway/scripts/pay/rails'
import { expect, test } from 'vitest'
import { onServed } from './served.ts'

test('A payment on a chain that a story does not serve fails, and names that chain and the served ones', async () => {
  const nodes = await onServed(['BTC', 'ETH'], async (chain) => ({ rpc: `the node of ${chain}` }))
  expect(nodes.ETH.rpc).toBe('the node of ETH')
  const paid = payAsset(nodes, 'POL', { to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', units: 1n })
  await expect(paid).rejects.toThrow('this story serves BTC and ETH, not POL')
})

test('A copy of what a story has of its chains holds those of the served ones alone', async () => {
  const wallets = await onServed(['BCH'], async () => 'a wallet')
  expect(JSON.stringify(wallets)).toBe('{"BCH":"a wallet"}')
  expect(Object.keys({ ...wallets })).toEqual(['BCH'])
})
