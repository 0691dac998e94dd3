import { address, type EncodedAccount, lamports, type ReadonlyUint8Array } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { getMintEncoder, getMintSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

/** Pays every payer and the mint; its key is public knowledge. */
export const solanaFaucet = {
  address: address('GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'),
  key: Uint8Array.from({ length: 32 }, () => 7),
} as const

/** The chain's USDC, which the faucet mints. */
export const solanaUsdc = { mint: address('2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1'), decimals: 6 } as const

// JSON numbers are exact up to 2^53, and most clients read lamports as such.
const FAUCET_LAMPORTS = 9_000_000_000_000_000n
const MINT_LAMPORTS = 1_461_600n

/** The accounts that exist at the start, beside the programs. */
export const genesisAccounts: readonly EncodedAccount[] = [
  accountOf({ at: solanaFaucet.address, balance: FAUCET_LAMPORTS, data: new Uint8Array(), program: SYSTEM_PROGRAM_ADDRESS }),
  accountOf({ at: solanaUsdc.mint, balance: MINT_LAMPORTS, data: mintData(), program: TOKEN_PROGRAM_ADDRESS }),
]

function mintData(): ReadonlyUint8Array {
  const mint = {
    mintAuthority: solanaFaucet.address,
    supply: 0n,
    decimals: solanaUsdc.decimals,
    isInitialized: true,
    freezeAuthority: solanaFaucet.address,
  }
  const data = getMintEncoder().encode(mint)
  if (data.length !== getMintSize()) throw new Error('A mint has another size')
  return data
}

interface Founded {
  readonly at: EncodedAccount['address']
  readonly balance: bigint
  readonly data: ReadonlyUint8Array
  readonly program: EncodedAccount['programAddress']
}

function accountOf({ at, balance, data, program }: Founded): EncodedAccount {
  const space = BigInt(data.length)
  return { address: at, lamports: lamports(balance), data, executable: false, programAddress: program, space }
}
