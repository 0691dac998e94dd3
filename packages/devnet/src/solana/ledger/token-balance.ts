import { type Address, getAddressDecoder, type MaybeEncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** The token program, and its successor with extensions. */
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** The content of a token account, as nodes print it. */
export interface TokenBalance {
  /** The account's place in the transaction's list. */
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly programId: Address
  readonly uiTokenAmount: {
    readonly amount: string
    readonly decimals: number
    readonly uiAmount: number
    readonly uiAmountString: string
  }
}

// Layout of the program's `Account` and `Mint`.
const ACCOUNT_BYTES = 165
const OWNER_AT = 32
const AMOUNT_AT = 64
const DECIMALS_AT = 44

/** The content of an account if it is a token account. */
export function findTokenBalance(svm: LiteSVM, account: MaybeEncodedAccount, accountIndex = 0): TokenBalance | undefined {
  if (!account.exists || !tokenPrograms.includes(account.programAddress) || account.data.length < ACCOUNT_BYTES) return undefined
  const data = Buffer.from(account.data)
  const mint = addressIn(data, 0)
  const minted = svm.getAccount(mint)
  if (!minted.exists) return undefined
  const decimals = minted.data[DECIMALS_AT] ?? 0
  const amount = data.readBigUInt64LE(AMOUNT_AT)
  const uiAmount = Number(amount) / 10 ** decimals
  return {
    accountIndex,
    mint,
    owner: addressIn(data, OWNER_AT),
    programId: account.programAddress,
    uiTokenAmount: { amount: amount.toString(), decimals, uiAmount, uiAmountString: String(uiAmount) },
  }
}

const addressIn = (data: Buffer, at: number): Address => getAddressDecoder().decode(data.subarray(at, at + OWNER_AT))
