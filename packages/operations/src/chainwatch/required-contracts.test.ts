import { escrowFactoryAddress } from '@gateway/chains/evm/escrow/escrow-factory'
import { ChainUnavailable } from '@gateway/chains/errors'
import type { Rail } from '@gateway/chains/rail'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChain, subjects } from '../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { takeLease } from './cursor/cursor.ts'
import { freshScans } from './internal-transfers/scan-balances.ts'
import { findMissingContract, requiredContracts } from './required-contracts.ts'
import { type Scan, scanChain } from './scanner/scan-chain.ts'

const DEPOSIT_FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ESCROW_FACTORY = escrowFactoryAddress()

let shop: TestShop
let deployed: Set<string>
let asked: string[]
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => closeShop(shop))
beforeEach(() => {
  deployed = new Set()
  asked = []
})

const holdsCode = async (address: string): Promise<boolean> => {
  asked.push(address)
  return deployed.has(address)
}

function railOf(chain: 'BTC' | 'ETH'): Rail {
  const rail = shop.ctx.rails.get(chain)
  if (!rail) throw new Error(`no rail for ${chain}`)
  return rail
}

test.each([
  ['BTC', true, []],
  ['ETH', false, [DEPOSIT_FACTORY]],
  ['ETH', true, [DEPOSIT_FACTORY, ESCROW_FACTORY]],
] as const)('%s with escrows: %s needs %j', (chain, servesEscrows, needed) => {
  expect([...requiredContracts(railOf(chain), { servesEscrows }).keys()]).toEqual(needed)
})

test.each([
  ['the deposit factory', [ESCROW_FACTORY], `The deposit factory is not deployed on ETH: there is no contract at ${DEPOSIT_FACTORY}`],
  ['the escrow factory', [DEPOSIT_FACTORY], `The escrow factory is not deployed on ETH: there is no contract at ${ESCROW_FACTORY}`],
])('a chain without %s is read and caught up with, and shows the problem until that is deployed', async (_, others, problem) => {
  const scan = await openScan()
  others.forEach((address) => deployed.add(address))
  await scanChain(shop.ctx, scan)
  const cursor = () => findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  const since = shop.ctx.clock.now()
  expect(await cursor()).toMatchObject({ height: 102, problem, problemSince: since, caughtUpAt: since })
  shop.ctx.clock.advance(1_000)
  await scanChain(shop.ctx, scan)
  expect(await cursor()).toMatchObject({ problem, problemSince: since, caughtUpAt: shop.ctx.clock.now() })
  deployed.add(DEPOSIT_FACTORY).add(ESCROW_FACTORY)
  shop.ctx.clock.advance(1_000)
  await scanChain(shop.ctx, scan)
  expect(await cursor()).toMatchObject({ height: 102, problem: null, problemSince: null, caughtUpAt: shop.ctx.clock.now() })
})

test('a contract that was found is not asked for again', async () => {
  const contracts = requiredContracts(railOf('ETH'), { servesEscrows: true })
  const look = () => findMissingContract({ rail: railOf('ETH'), holdsCode }, contracts)
  deployed.add(DEPOSIT_FACTORY)
  expect(await look()).toContain('The escrow factory')
  deployed.add(ESCROW_FACTORY)
  expect([await look(), await look()]).toEqual([undefined, undefined])
  expect(asked).toEqual([DEPOSIT_FACTORY, ESCROW_FACTORY, ESCROW_FACTORY])
})

test('a node that does not answer is no proof that a contract is missing', async () => {
  const away = () => Promise.reject(new ChainUnavailable('ETH', 'it is away'))
  const contracts = requiredContracts(railOf('ETH'), { servesEscrows: true })
  await expect(findMissingContract({ rail: railOf('ETH'), holdsCode: away }, contracts)).rejects.toThrow(ChainUnavailable)
  expect(contracts.size).toBe(2)
})

/** A scanner at a chain whose cursor is two blocks behind its head. */
async function openScan(): Promise<Scan> {
  const { node: plain } = await openChain(shop.ctx, 'ETH')
  const node = { ...plain, holdsCode, readHead: async () => ({ height: 102, hash: 'block-102', finalizedHeight: 102 }) }
  const contracts = requiredContracts(plain.rail, { servesEscrows: true })
  return { lease: await takeLease(shop.ctx, node), node, subjects, seen: new Set(), sweep: freshScans(), contracts }
}
