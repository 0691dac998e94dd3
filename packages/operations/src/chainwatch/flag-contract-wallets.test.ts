import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
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

test('a contract wallet is accepted and flagged to its merchant once the chain was asked', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  expect(await shown()).toEqual([])
  await look()
  expect(await shown()).toEqual(['USDC_ETH'])
})

test('a chain is asked once about each wallet, and once more when the merchant sets it again', async () => {
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

test('a wallet set while the node was down is checked once the node responds', async () => {
  await nameWallet({ USDC_ETH: SAFE })
  const away: ChainNode['holdsCode'] = () => Promise.reject(new ChainUnavailable('ETH', 'it is away'))
  await expect(look({ holdsCode: away })).rejects.toThrow(ChainUnavailable)
  expect(await shown()).toEqual([])
  await look()
  expect(await shown()).toEqual(['USDC_ETH'])
})
