import { describe, expect, test } from 'vitest'
import { createSolanaRail } from '../rail.ts'
import { readBalanceChanges } from './balance-changes.ts'
import type { BlockTransaction, TokenBalance } from './shapes.ts'

const rail = createSolanaRail({ network: 'mainnet-beta' })
const token = (accountIndex: number, owner: string | undefined, amount: bigint): TokenBalance => ({
  accountIndex,
  mint: rail.usdc,
  ...(owner !== undefined && { owner }),
  uiTokenAmount: { amount },
})
const otherToken = (accountIndex: number, owner: string, amount: bigint): TokenBalance => ({
  ...token(accountIndex, owner, amount),
  mint: 'mint',
})

interface Told {
  readonly keys: readonly string[]
  readonly pre: readonly (number | bigint)[]
  readonly post: readonly (number | bigint)[]
  readonly preTokens?: TokenBalance[] | null
  readonly postTokens?: TokenBalance[] | null
  readonly err?: unknown
}

const read = ({ keys, pre, post, preTokens = [], postTokens = [], err = null }: Told) => {
  const told: BlockTransaction = {
    transaction: { signatures: ['sig'], accountKeys: keys.map((pubkey) => ({ pubkey })) },
    meta: { err, fee: 5_000, preBalances: [...pre], postBalances: [...post], preTokenBalances: preTokens, postTokenBalances: postTokens },
  }
  return readBalanceChanges(rail, told)
}

const gained = (told: Told) => read(told).transfers.map(({ ref, to, asset, token: mint, units }) => [ref, to, asset, mint, units])
const lost = (told: Told) => read(told).spends.map(({ from, asset, token: mint, units }) => [from, asset, mint, units])

describe('readBalanceChanges', () => {
  test('tells a payment by what it gave and took', () => {
    const told = { keys: ['payer', 'deposit', 'program'], pre: [100_000, 0, 1], post: [45_000, 50_000, 1] }
    expect(gained(told)).toEqual([['sig:1', 'deposit', 'SOL', null, 50_000n]])
    expect(lost(told)).toEqual([['payer', 'SOL', null, 55_000n]])
  })

  test('credits nothing of a failed transaction, and shows its fee', () => {
    const told = { keys: ['payer', 'deposit'], pre: [100_000, 0], post: [95_000, 50_000], err: { InstructionError: [0, 'Custom'] } }
    expect(gained(told)).toEqual([])
    expect(lost(told)).toEqual([['payer', 'SOL', null, 5_000n]])
  })

  test('nets what goes out and comes back', () => {
    expect(gained({ keys: ['deposit'], pre: [100_000], post: [95_000] })).toEqual([])
  })

  test('counts lamports beyond 2^53 exactly', () => {
    const told = { keys: ['payer', 'deposit'], pre: [6_000, 9_007_199_254_740_993n], post: [0, 9_007_199_254_740_994n] }
    expect(gained(told)).toEqual([['sig:1', 'deposit', 'SOL', null, 1n]])
  })

  test('credits tokens to the owner of their account, whose rent is no payment', () => {
    const told = { keys: ['payer', 'ata'], pre: [3_000_000, 0], post: [955_720, 2_039_280], postTokens: [token(1, 'deposit', 7n)] }
    expect(gained(told)).toEqual([['sig:1', 'deposit', 'USDC_SOL', null, 7n]])
  })

  test('names the mint of an unsupported token', () => {
    const told = {
      keys: ['payer', 'ata'],
      pre: [5_000, 1],
      post: [0, 1],
      preTokens: [otherToken(1, 'deposit', 1n)],
      postTokens: [otherToken(1, 'deposit', 3n)],
    }
    expect(gained(told)).toEqual([['sig:1', 'deposit', null, 'mint', 2n]])
  })

  test('tells two token accounts of one owner apart', () => {
    const told = {
      keys: ['payer', 'one', 'two'],
      pre: [5_000, 1, 1],
      post: [0, 1, 1],
      postTokens: [token(1, 'deposit', 1n), token(2, 'deposit', 2n)],
    }
    expect(gained(told).map(([ref, , , , units]) => [ref, units])).toEqual([
      ['sig:1', 1n],
      ['sig:2', 2n],
    ])
  })

  test('moves everything when a token account changes its owner', () => {
    const told = {
      keys: ['payer', 'ata'],
      pre: [5_000, 1],
      post: [0, 1],
      preTokens: [token(1, 'payer', 9n)],
      postTokens: [token(1, 'deposit', 9n)],
    }
    expect(gained(told)).toEqual([['sig:1', 'deposit', 'USDC_SOL', null, 9n]])
    expect(lost(told)).toEqual([
      ['payer', 'SOL', null, 5_000n],
      ['payer', 'USDC_SOL', null, 9n],
    ])
  })

  test('shows the tokens of a closed account as spent, and its rent as nobody’s payment', () => {
    const told = { keys: ['relayer', 'ata'], pre: [10_000, 2_039_280], post: [2_039_280, 0], preTokens: [token(1, 'deposit', 9n)] }
    expect(gained(told)).toEqual([['sig:0', 'relayer', 'SOL', null, 2_029_280n]])
    expect(lost(told)).toEqual([['deposit', 'USDC_SOL', null, 9n]])
  })

  test('ignores token balances without an owner, and absent ones', () => {
    const told = { keys: ['payer', 'ata'], pre: [5_000, 1], post: [0, 1], preTokens: null, postTokens: [token(1, undefined, 9n)] }
    expect(gained(told)).toEqual([])
  })
})
