import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { address, isOffCurveAddress } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { solanaNetworks } from '../definitions/solana.ts'
import { parseSolanaAddress } from './address.ts'
import { SMALL_ORDER_ADDRESSES, systemAddresses } from './system-addresses.ts'

const wallet = '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N'
const mint = solanaNetworks['mainnet-beta'].usdc
const parse = (text: string) => parseSolanaAddress(text, new Map([[mint, 'the USDC mint']]))

describe('parseSolanaAddress', () => {
  test('accepts a wallet in its only spelling', () => {
    expect(parse(wallet)).toEqual({ address: wallet })
  })

  test.each([
    ['a blank', ` ${wallet}`],
    ['a newline', `${wallet}\n`],
    ['0', wallet.replace('5', '0')],
    ['O', wallet.replace('5', 'O')],
    ['I', wallet.replace('5', 'I')],
    ['l', wallet.replace('5', 'l')],
    ['a look-alike', wallet.replace('H', '\u041d')],
    ['nothing', ''],
    ['31 bytes', base58.encode(new Uint8Array(31).fill(9))],
    ['33 bytes', base58.encode(new Uint8Array(33).fill(9))],
    ['44 characters of more than 32 bytes', 'z'.repeat(44)],
    ['an Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['10 KB', '5'.repeat(10_240)],
  ])('rejects a text with %s', (_, text) => {
    expect(parse(text)).toEqual({ problem: expect.stringMatching(/^must (be|have) 32/) })
  })

  test('rejects an associated token account, with the reason', async () => {
    const [ata] = await findAssociatedTokenPda({ owner: address(wallet), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS })
    expect(parse(ata)).toEqual({
      problem: 'is the address of a program, such as a token account, and not of a wallet',
      programAddress: ata,
    })
  })

  test('rejects the mint of the deployment', () => {
    expect(parse(mint)).toEqual({ problem: 'is the USDC mint' })
  })

  test.each([...systemAddresses])('rejects %s, which is %s', (system, role) => {
    expect(parse(system)).toEqual({ problem: `is ${role}` })
  })

  test('rejects all points of small order, and no others', () => {
    expect(SMALL_ORDER_ADDRESSES.size).toBe(8)
    for (const point of SMALL_ORDER_ADDRESSES) {
      expect(ed25519.Point.fromBytes(base58.decode(point), true).isSmallOrder()).toBe(true)
      expect(parse(point)).toHaveProperty('problem')
    }
    expect(ed25519.Point.fromBytes(base58.decode(wallet)).isSmallOrder()).toBe(false)
  })

  test('accepts half of all 32 bytes: those on the curve', () => {
    for (let first = 0; first < 64; first++) {
      const text = base58.encode(new Uint8Array(32).fill(50).fill(first, 0, 1))
      expect('address' in parse(text)).toBe(!isOffCurveAddress(address(text)))
    }
  })
})
