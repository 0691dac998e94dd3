import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { type RunningSolana, startSolana } from '@gateway/devnet/solana/solana'
import { forkSolana, paySol, paySolanaToken, placeSolanaAccount, tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { type Address, address } from '@solana/kit'
import { AccountState, getTokenEncoder, TOKEN_PROGRAM_ADDRESS, type TokenArgs } from '@solana-program/token'
import type { Block, Head } from '../rail/block.ts'
import type { Expiring, Lapse } from '../rail/chain-node.ts'
import { associatedAccountOf } from './associated-account.ts'
import { signSolForward } from './forward/sign-sol-forward.ts'
import { addressOfPrivateKey } from './keys/keys.ts'
import { describeOwner, type OwnerFacts, readTokenHoldings, type TokenHolding } from './read-accounts.ts'
import { type Lifetime, readLifetime } from './read-fees.ts'
import { readLapses } from './read-lapse.ts'
import { createSolanaRpc } from './rpc.ts'
import { createSolanaNode, type SolanaNode } from './node.ts'
import { createSolanaRail, type SolanaRail } from './rail.ts'

const THIEFS_FEE = 5_000n

/** A private Solana chain, on which tests decide when a slot passes. */
export interface TestSolana {
  readonly solana: RunningSolana
  readonly rail: SolanaRail
  readonly node: SolanaNode
  readonly ask: ChainQuestions
  /** The methods called since this was last read. */
  readCalls(): string[]
  /** Lets slots pass until everything so far is final. */
  finalize(): Promise<Head>
  /** Lets that many slots pass. */
  pass(slots: number): Promise<Head>
  /** Drops the newest blocks. */
  fork(depth: number): Promise<void>
  /** Pays from the faucet, in lamports or units of USDC. */
  pay(to: string, paid: { readonly lamports: bigint } | { readonly usdc: bigint; readonly account?: Address }): Promise<void>
  /** Places an empty USDC account of an owner which somebody else may close. @returns its address. */
  placeAccount(owner: string): Promise<Address>
  /** Places an empty associated USDC account of an owner, as its issuer has frozen it or has not. */
  setAccount(owner: string, state: 'frozen' | 'open'): Promise<void>
  /** The blocks above a slot up to the head, as the scanner reads them. */
  readFrom(slot: number): Promise<Block[]>
  /** Sends bytes that a node would refuse, as a validator of the network can. */
  force(raw: Uint8Array): Promise<void>
  /** Sends everything that a key owns to a thief. */
  steal(key: Uint8Array, lamports: bigint): Promise<void>
  stop(): Promise<void>
}

/** What the product reads on its way to something else. */
interface ChainQuestions {
  lifetime(): Promise<Lifetime>
  holdings(owner: string): Promise<readonly TokenHolding[]>
  owner(address: string): Promise<OwnerFacts>
  lapse(expiring: Expiring): Promise<Lapse | undefined>
}

function askOf(rail: SolanaRail, rpcUrl: string): ChainQuestions {
  const rpc = createSolanaRpc({ chain: rail.chain, rpcUrl })
  return {
    lifetime: () => readLifetime(rpc),
    holdings: (owner) => readTokenHoldings({ rpc }, { owner, mint: rail.usdc }),
    owner: (address) => describeOwner({ rpc }, address),
    lapse: async (expiring) => (await readLapses(rpc, [expiring])).fates.get(expiring.txId),
  }
}

const emptyAccount = (rail: SolanaRail, owner: string) =>
  ({
    mint: rail.usdc,
    owner: address(owner),
    amount: 0n,
    delegate: null,
    state: AccountState.Initialized,
    isNative: null,
    delegatedAmount: 0n,
    closeAuthority: null,
  }) satisfies TokenArgs

/** How money moves without the product. */
function transfersOf(rail: SolanaRail, solana: RunningSolana): Pick<TestSolana, 'pay' | 'placeAccount' | 'setAccount' | 'force' | 'steal'> {
  const force = async (raw: Uint8Array) => {
    const params = [Buffer.from(raw).toString('base64'), { encoding: 'base64', skipPreflight: true }]
    await callRpc(solana.rpc, { method: 'sendTransaction', params })
  }
  const place = async (placed: Address, account: TokenArgs) => {
    const data = Buffer.from(getTokenEncoder().encode(account)).toString('base64')
    await placeSolanaAccount(solana, { address: placed, lamports: 1_488_440, owner: TOKEN_PROGRAM_ADDRESS, data })
  }
  return {
    force,
    async pay(to, paid) {
      if ('lamports' in paid) await paySol(solana, { to: address(to), units: paid.lamports })
      else await paySolanaToken(solana, { to: address(to), units: paid.usdc, account: paid.account })
    },
    async placeAccount(owner) {
      const placed = newKey().address
      await place(placed, { ...emptyAccount(rail, owner), closeAuthority: newKey().address })
      return placed
    },
    async setAccount(owner, state) {
      const account = emptyAccount(rail, owner)
      await place(await associatedAccountOf(owner, rail.usdc), {
        ...account,
        state: state === 'frozen' ? AccountState.Frozen : account.state,
      })
    },
    async steal(privateKey, units) {
      const legs = [{ address: newKey().address, units: units - THIEFS_FEE }]
      const lifetime = await readLifetime(createSolanaRpc({ chain: rail.chain, rpcUrl: solana.rpc }))
      await force((await signSolForward({ privateKey, balanceUnits: units, legs, feeUnits: THIEFS_FEE, lifetime })).raw)
    },
  }
}

/** Starts the chain in its own folder, which `stop` deletes. */
export async function startTestSolana(): Promise<TestSolana> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chains-solana-'))
  const solana = await startSolana({ dataDir })
  const rail = createSolanaRail({ network: 'local', usdc: solanaUsdc.mint })
  const calls: string[] = []
  const node = createSolanaNode({ rail, rpcUrl: solana.rpc, onCall: (method) => calls.push(method) })
  const pass = async (slots: number) => {
    await tickSolana(solana, slots)
    return node.readHead()
  }
  return {
    solana,
    rail,
    node,
    ask: askOf(rail, solana.rpc),
    readCalls: () => calls.splice(0),
    finalize: () => pass(FINAL_SLOTS),
    pass,
    fork: async (depth) => void (await forkSolana(solana, depth)),
    readFrom: (slot) => readFrom(node, slot),
    ...transfersOf(rail, solana),
    async stop() {
      await solana.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function readFrom(node: SolanaNode, slot: number): Promise<Block[]> {
  const head = await node.readHead()
  const source = node.openBatches()
  const blocks: Block[] = []
  let cursor = { height: slot, hash: (await source.readUpTo(slot))?.hash ?? '' }
  for (let block = await source.nextBatch(cursor, head); block; block = await source.nextBatch(cursor, head)) {
    blocks.push(block)
    cursor = { height: block.height, hash: block.hash }
  }
  return blocks
}

/** A fresh key with its address. */
export function newKey(): { readonly key: Uint8Array; readonly address: Address } {
  const key = Uint8Array.from(randomBytes(32))
  return { key, address: address(addressOfPrivateKey(key)) }
}
