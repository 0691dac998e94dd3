import { createRails, findRail } from '@gateway/chains/registry'
import { tables } from '@gateway/db/tables'
import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { checkAddress, type NamedAddress } from './check-address.ts'

const usdc = (digit: string): string => `0x${digit.repeat(40)}`
const [FACTORY, USDC_ETH, USDC_POL] = [usdc('7'), usdc('8'), usdc('9')]
const DECIDER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'
const FEES = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const [DEPOSIT, GAS_PAYER] = ['0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b']
const SAFE = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'
const WALLET = '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N'
/** Off the curve: the associated token account of that wallet for the USDC of the main network. */
const VAULT = 'EwnJQTABdNQyWHeiqaiQfZ1ncHRqgcAdYuWREBg1GSup'
/** One key, as Bitcoin's old spelling and Bitcoin Cash's. */
const ONE_KEY = { BTC: 'mip3v6LhkHZTjFoVvNPwTeBTfmfrzmjiLd', BCH: 'bchreg:qqjzgfpyysjzgfpyysjzgfpyysjzgfpyys40yz6xlu' }

const evm = { DEPOSIT_FACTORY: FACTORY }
const rails = createRails({
  CHAINS: ['BTC', 'BCH', 'ETH', 'POL', 'SOL'],
  chains: {
    BTC: { NETWORK: 'regtest' },
    BCH: { NETWORK: 'regtest' },
    ETH: { ...evm, CHAIN_ID: 31_337, USDC_ADDRESS: USDC_ETH },
    POL: { ...evm, CHAIN_ID: 31_338, USDC_ADDRESS: USDC_POL },
    SOL: { NETWORK: 'local', USDC_MINT: '2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1' },
  },
})

let ctx: TestApiContext
let use: AddressUse | undefined
let asked: string[]
beforeAll(async () => {
  const base = await testApiContext({ rails })
  const custody = { ...base.custody, platformAddresses: { ETH: [FEES] }, deciderAddresses: { ETH: DECIDER } }
  const askChain = ({ chain, address }: { chain: ChainCode; address: string }) => {
    asked.push(`${chain} ${address}`)
    return Promise.resolve(use)
  }
  ctx = { ...base, custody, askChain }
  const watch = (chain: ChainCode, address: string, subject: 'payment' | 'treasury') => ({ chain, address, subject, subjectId: address })
  const rows = [
    watch('ETH', DEPOSIT.toLowerCase(), 'payment'),
    watch('POL', GAS_PAYER.toLowerCase(), 'treasury'),
    watch('BCH', ONE_KEY.BCH, 'payment'),
  ]
  await tables(base.orm.em.fork()).insertInto('watched_address').values(rows).execute()
})
afterAll(() => ctx.close())

/** A named address, and what the node of its chain knows of it: a wallet by default. */
interface Named extends Partial<NamedAddress> {
  readonly answer?: AddressUse | 'away'
}

async function check(asset: AssetCode, text: string, { answer, ...more }: Named = {}): Promise<string> {
  const rail = findRail(rails, asset)
  if (!rail) throw new Error('not served')
  asked = []
  use = answer === 'away' ? undefined : (answer ?? 'wallet')
  return checkAddress(ctx, rail, { field: 'address', text, ...more })
}
const refused = { code: 'INVALID_ADDRESS', kind: 'invalid' }

describe('an address of this service is refused on every chain of its family', () => {
  test.each<[AssetCode, string, string]>([
    // A deposit address of Ethereum.
    ['ETH', DEPOSIT, 'is an address of this service'],
    ['POL', DEPOSIT, 'is an address of this service'],
    ['USDC_POL', DEPOSIT.toLowerCase(), 'is an address of this service'],
    // The gas payer of Polygon, and a fee address and the decider of Ethereum.
    ['ETH', GAS_PAYER, 'is an address of this service'],
    ['POL', FEES, 'is a fee address of this service'],
    ['ETH', DECIDER, 'is the account of this service that decides escrows'],
    ['USDC_POL', DECIDER, 'is the account of this service that decides escrows'],
    ['ETH', USDC_POL, 'is the USDC contract on POL'],
    ['POL', FACTORY, 'is the deposit factory'],
    ['BTC', ONE_KEY.BTC, 'is an address of this service'],
  ])('for %s the address %s, which %s, and no node is asked', async (asset, text, problem) => {
    await expect(check(asset, text)).rejects.toMatchObject({ ...refused, details: [{ field: 'address', message: problem }] })
    expect(asked).toEqual([])
  })
})

describe('what the node of a chain knows', () => {
  test.each<[AddressUse, AssetCode, string]>([
    ['token', 'ETH', SAFE],
    ['token', 'USDC_POL', SAFE],
    ['token_account', 'SOL', WALLET],
    ['token_account', 'USDC_SOL', WALLET],
    ['mint', 'USDC_SOL', WALLET],
    ['program', 'SOL', WALLET],
  ])('refuses a %s for %s', async (known, asset, text) => {
    await expect(check(asset, text, { answer: known })).rejects.toMatchObject({ ...refused, fault: 'no_wallet' })
  })

  test.each<[AddressUse, AssetCode, string]>([
    ['contract', 'ETH', SAFE],
    ['wallet', 'POL', SAFE],
    ['unused', 'SOL', WALLET],
    ['nonce', 'SOL', WALLET],
  ])('accepts a %s for %s', async (known, asset, text) => {
    expect(await check(asset, text, { answer: known })).toBe(text)
  })

  test('an address of a chain without accounts is not asked about', async () => {
    expect(await check('BCH', 'bchreg:qqjj2ff9y5jj2ff9y5jj2ff9y5jj2ff9y5lcmv8ahv', { answer: 'away' })).toMatch(/^bchreg:/)
    expect(asked).toEqual([])
  })

  test('an address whose chain is away is refused for now, and taken where it is asked about again', async () => {
    const unchecked = { code: 'CHAIN_UNAVAILABLE', kind: 'unavailable', details: { chain: 'SOL', field: 'address' } }
    await expect(check('SOL', WALLET, { answer: 'away' })).rejects.toMatchObject(unchecked)
    expect(await check('SOL', WALLET, { isAskedAgain: true, answer: 'away' })).toBe(WALLET)
    await expect(check('ETH', DEPOSIT, { isAskedAgain: true, answer: 'away' })).rejects.toMatchObject(refused)
  })
})

describe('an address of a program', () => {
  test('is taken for SOL and USDC_SOL once it is confirmed', async () => {
    for (const asset of ['SOL', 'USDC_SOL'] as const) {
      await expect(check(asset, VAULT)).rejects.toMatchObject({ ...refused, fault: 'program_address' })
      for (const known of ['unused', 'wallet'] as const)
        expect(await check(asset, VAULT, { isProgramConfirmed: true, answer: known })).toBe(VAULT)
    }
  })

  test.each<AddressUse>(['token_account', 'mint', 'program', 'program_data', 'nonce'])('is refused as a %s all the same', async (known) => {
    await expect(check('SOL', VAULT, { isProgramConfirmed: true, answer: known })).rejects.toMatchObject({ ...refused, fault: 'no_wallet' })
  })
})
