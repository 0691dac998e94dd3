import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getBusiness } from '../businesses/get-business.ts'
import { updateBusiness } from '../businesses/update-business.ts'
import { openChain, type TestChain } from '../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../testing/test-shop.ts'
import { flagContractWallets } from './flag-contract-wallets.ts'

const SAFE = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'

let shop: TestShop
let eth: TestChain
let contracts: Set<string>
let asked: string[]
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  ;[contracts, asked] = [new Set([SAFE]), []]
})
afterEach(() => closeShop(shop))

const holdsCode: ChainNode['holdsCode'] = async (address) => {
  asked.push(address)
  return contracts.has(address)
}
const look = (node: Partial<ChainNode> = { holdsCode }) => flagContractWallets(shop.ctx, { ...eth.node, ...node })
const shown = async () => (await getBusiness(shop.ctx, { actor: shop.actor, id: shop.businessId })).contractWallets
const nameWallet = (walletAddresses: Readonly<Record<string, string>>) =>
  updateBusiness(shop.ctx, { actor: shop.actor, changes: { id: shop.businessId, walletAddresses } })

test('a wallet that is a contract is taken, and its owner is told so once the chain was asked', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  expect(await shown()).toEqual([])
  await look()
  expect(await shown()).toEqual(['USDC_ETH'])
})

test('a chain is asked once about a wallet, and once more when it is named again', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  await look()
  await look()
  expect(asked.toSorted()).toEqual([SAFE, wallets.merchant.ETH].toSorted())
  await nameWallet({ USDC_ETH: wallets.merchant.ETH })
  contracts.clear()
  await nameWallet({ USDC_ETH: SAFE })
  await look()
  expect(asked.filter((address) => address === SAFE)).toHaveLength(2)
  expect(await shown()).toEqual([])
})

test('a wallet that was named while a node did not answer is looked at when it does', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  const away: ChainNode['holdsCode'] = () => Promise.reject(new ChainUnavailable('ETH', 'it is away'))
  await expect(look({ holdsCode: away })).rejects.toThrow(ChainUnavailable)
  expect(await shown()).toEqual([])
  await look()
  expect(await shown()).toEqual(['USDC_ETH'])
})
