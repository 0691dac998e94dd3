import { createRails } from '@gateway/chains/registry'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { platformAddressesOf } from './platform-addresses.ts'

const rails = createRails({
  CHAINS: ['BTC', 'ETH'],
  chains: {
    BTC: { NETWORK: 'regtest' },
    ETH: {
      CHAIN_ID: 31_337,
      DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
  },
})
const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const ETH = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

test('platformAddressesOf returns canonical addresses, the current one before former ones', () => {
  expect(platformAddressesOf(rails, { BTC: [BTC], ETH: [ETH.toLowerCase(), '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'] }, {})).toEqual({
    BTC: [BTC],
    ETH: [ETH, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  })
})

test.each([
  [{ BTC: [BTC] }, 'ETH has no address'],
  [{ BTC: [BTC], ETH: [BTC] }, 'PLATFORM_ADDRESSES: ETH'],
])('platformAddressesOf requires an address of the network for each chain', (given, problem) => {
  expect(() => platformAddressesOf(rails, given, {})).toThrow(problem)
})

test('platformAddressesOf rejects the gas payer as a fee address', () => {
  expect(() => platformAddressesOf(rails, { BTC: [BTC], ETH: [ETH.toLowerCase()] }, { ETH })).toThrow(`ETH ${ETH} pays gas`)
})

test('readConfig allows no other role beside the signer in production', () => {
  const common = {
    DATABASE_URL: 'postgres://127.0.0.1/x',
    NODE_ENV: 'production',
    BTC_NETWORK: 'mainnet',
    ETH_CHAIN_ID: '1',
    PUBLIC_BASE_URL: 'https://pay.example',
  }
  const start = (WORKER_ROLES: string) => readConfig({ ...common, WORKER_ROLES })
  expect(() => start('signer,payments')).toThrow('the role signer runs alone in production')
  expect(() => start('signer')).not.toThrow('the signer runs alone')
})
