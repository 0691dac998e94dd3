import type { ChainNode } from '@gateway/chains/rail'
import { ChainUnavailable } from '@gateway/chains/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getBusiness } from '../businesses/get-business.ts'
import { updateBusiness } from '../businesses/update-business.ts'
import { openChain, type TestChain } from '../test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../test-shop.ts'
import { noteContractWallets, freshWalletRound, type WalletRound } from './note-contract-wallets.ts'

const SAFE = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'

let shop: TestShop
let eth: TestChain
let round: WalletRound
let contracts: Set<string>
let asked: string[][]
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  ;[round, contracts, asked] = [freshWalletRound(), new Set(), []]
})
afterEach(() => closeShop(shop))

const holdCode: ChainNode['holdCode'] = async ({ addresses }) => {
  asked.push([...addresses])
  return addresses.map((address) => contracts.has(address))
}
const look = (node: Partial<ChainNode> = { holdCode }) => noteContractWallets(shop.ctx, { ...eth.node, ...node }, round)
const shown = async () => (await getBusiness(shop.ctx, { actor: shop.actor, id: shop.businessId })).contractWallets
const nameWallet = (walletAddresses: Readonly<Record<string, string>>) =>
  updateBusiness(shop.ctx, { actor: shop.actor, changes: { id: shop.businessId, walletAddresses } })

test('a wallet that is a contract is taken, and its owner is told so once the chain was asked', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  contracts.add(SAFE)
  expect(await shown()).toEqual([])
  await look()
  expect(await shown()).toEqual(['USDC_ETH'])
  expect(asked).toEqual([[wallets.merchant.ETH, SAFE]])
})

test('a contract that appears later is found, and one that is gone is forgotten', async () => {
  await look()
  contracts.add(wallets.merchant.ETH)
  await look()
  expect(await shown()).toEqual(['ETH'])
  contracts.clear()
  await look()
  expect(await shown()).toEqual([])
})

test('what was known stands while a node does not answer', async () => {
  contracts.add(wallets.merchant.ETH)
  await look()
  const away: ChainNode['holdCode'] = () => Promise.reject(new ChainUnavailable('ETH', 'it is away'))
  await expect(look({ holdCode: away })).rejects.toThrow(ChainUnavailable)
  expect(await shown()).toEqual(['ETH'])
})
