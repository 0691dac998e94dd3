import type { AddressUse } from '@gateway/domain/custody/address-use'
import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import { inSlot, Key, Lamports, TokenBalance } from './blocks/shapes.ts'
import type { SolanaRpc } from './rpc.ts'

/** A connection to a node. */
interface Session {
  readonly rpc: SolanaRpc
}

const Account = z.object({ executable: z.boolean(), lamports: Lamports, owner: Key, space: z.int().nonnegative() })
type Account = z.output<typeof Account>

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const tokenPrograms: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
// A mint has 82 bytes and a token account 165; those with extensions of the newer program are longer and name their type at this place.
const MINT_BYTES = 82
const TOKEN_ACCOUNT_BYTES = 165
const TYPE_AT = 165
const MINT_TYPE = 1

const config = { commitment: 'finalized', encoding: 'base64' } as const

/** What an address is used for, and why money must not be sent to it. */
export interface OwnerFacts {
  readonly use: AddressUse
  /** Undefined for an address that its key can spend from. */
  readonly problem: string | undefined
}

// One byte is enough to tell the type of an account; its length is told anyway.
const typed = { ...config, dataSlice: { offset: TYPE_AT, length: 1 } } as const
const TypedAccount = Account.extend({ data: z.tuple([z.string(), z.literal('base64')]) }).nullable()

/** What an address is used for at the head: a token account or mint can lie on the curve like a wallet. */
export async function describeOwner(session: Session, address: string): Promise<OwnerFacts> {
  const [use = 'unused'] = await readUses(session, [address])
  return { use, problem: problems[use] }
}

/** What addresses are used for at the head, in their order, in one call for each hundred. */
export async function readUses({ rpc }: Session, addresses: readonly string[]): Promise<AddressUse[]> {
  const accounts = await readAccounts(rpc, { addresses, shape: TypedAccount, params: typed })
  return accounts.map((account) => (account ? useOf(account, Buffer.from(account.data[0], 'base64')[0]) : 'unused'))
}

function useOf({ executable, owner, space }: Account, type: number | undefined): AddressUse {
  if (executable) return 'program'
  if (owner === SYSTEM_PROGRAM) return space === 0 ? 'wallet' : 'nonce'
  if (!tokenPrograms.has(owner)) return 'program_data'
  const isMint = space === MINT_BYTES || (space > TOKEN_ACCOUNT_BYTES && type === MINT_TYPE)
  return isMint ? 'mint' : 'token_account'
}

const problems: Readonly<Partial<Record<AddressUse, string>>> = {
  nonce: 'is a nonce account',
  token_account: 'is a token account: the address of its owner is needed',
  mint: 'is the mint of a token',
  program: 'is a program',
  program_data: 'belongs to a program',
}

const MOST_ACCOUNTS = 100

/** The lamports of addresses at the head, in their order; 0 for one that does not exist. */
export async function readLamports({ rpc }: Session, addresses: readonly string[]): Promise<readonly bigint[]> {
  const params = { ...config, dataSlice: { offset: 0, length: 0 } }
  const accounts = await readAccounts(rpc, { addresses, shape: Account.nullable(), params })
  return accounts.map((account) => BigInt(account?.lamports ?? 0))
}

/** The accounts of addresses, in their order. */
async function readAccounts<Shape extends z.ZodType>(
  rpc: SolanaRpc,
  { addresses, shape, params }: { addresses: readonly string[]; shape: Shape; params: object },
): Promise<z.output<Shape>[]> {
  const found: z.output<Shape>[] = []
  for (let start = 0; start < addresses.length; start += MOST_ACCOUNTS) {
    const asked = addresses.slice(start, start + MOST_ACCOUNTS)
    const { value } = await rpc.call({ method: 'getMultipleAccounts', params: [asked, params], shape: inSlot(z.array(shape)) })
    if (value.length !== asked.length) throw new ChainUnavailable(rpc.chain, 'it gave another number of accounts than it was asked for')
    found.push(...value)
  }
  return found
}

/** A token account with its balance in base units. */
export interface TokenHolding {
  readonly account: string
  readonly units: bigint
}

const Holding = z.object({
  pubkey: Key,
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: TokenBalance.pick({ mint: true, owner: true, uiTokenAmount: true })
          .omit({ uiTokenAmount: true })
          .extend({ tokenAmount: TokenBalance.shape.uiTokenAmount }),
      }),
    }),
  }),
})

/** The token accounts of an owner for a mint at the head, the fullest first: a payer may use another than the associated one. */
export async function readTokenHoldings(
  { rpc }: Session,
  { owner, mint }: { owner: string; mint: string },
): Promise<readonly TokenHolding[]> {
  const params = [owner, { mint }, { ...config, encoding: 'jsonParsed' }]
  const { value } = await rpc.call({ method: 'getTokenAccountsByOwner', params, shape: inSlot(z.array(Holding)) })
  const astray = value.find(({ account: { data } }) => data.parsed.info.owner !== owner || data.parsed.info.mint !== mint)
  if (astray) throw new ChainUnavailable(rpc.chain, `it gave the token account ${astray.pubkey} of another owner or mint`)
  const holdings = value.map(({ pubkey, account }) => ({ account: pubkey, units: account.data.parsed.info.tokenAmount.amount }))
  return holdings.toSorted((left, right) => Number(right.units > left.units) - Number(right.units < left.units))
}
