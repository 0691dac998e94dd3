import {
  address,
  type Address,
  blockhash,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Instruction,
  type Signature,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { callRpc } from '../rpc.ts'
import { solanaUsdc } from './ledger/genesis.ts'
import type { Commitment } from './ledger/ledger.ts'
import type { PlainAccount } from './ledger/place-account.ts'
import { openFaucet, signAirdrop, signByFaucet } from './node/airdrop.ts'
import type { SolanaNode } from './solana.ts'

/** Pays lamports from the faucet and returns the transaction's signature. */
export async function paySol(node: SolanaNode, payment: { to: Address; units: bigint }): Promise<Signature> {
  return send(node, await signAirdrop(await lifetimeOf(node), payment))
}

/** Mints tokens to the owner's associated account, which the faucet creates, and returns the transaction's signature. */
export async function paySolanaToken(
  node: SolanaNode,
  { mint = solanaUsdc.mint, ...payment }: Units & { mint?: Address },
): Promise<Signature> {
  return sendByFaucet(node, await mintInstructions({ ...payment, mint }))
}

/** Lamports, or units of a token. */
interface Units {
  readonly to: Address
  readonly units: bigint
  /** A token account that exists; without it the associated one of `to`, which is opened. */
  readonly account?: Address | undefined
}

async function mintInstructions({ to: owner, units: amount, mint, account }: Units & { mint: Address }): Promise<Instruction[]> {
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  const faucet = await openFaucet()
  const minted = getMintToInstruction({ mint, token: account ?? ata, mintAuthority: faucet, amount })
  return account ? [minted] : [getCreateAssociatedTokenIdempotentInstruction({ payer: faucet, ata, owner, mint }), minted]
}

/** A payment to sign, with the commitment of the block whose hash it names: a reorganisation takes away what names a dropped one. */
interface FaucetPayment {
  readonly to: string
  readonly units: bigint
  readonly mint?: string
  readonly commitment: Commitment
}

/** Signs a payment from the faucet in lamports, or in a token, without sending it: `raw` is in base64. */
export async function signFromFaucet(node: SolanaNode, payment: FaucetPayment): Promise<{ txId: Signature; raw: string }> {
  const { mint, units, commitment } = payment
  const to = address(payment.to)
  const lifetime = await lifetimeOf(node, commitment)
  const raw = mint
    ? await signByFaucet(lifetime, await mintInstructions({ to, units, mint: address(mint) }))
    : await signAirdrop(lifetime, { to, units })
  return { txId: getSignatureFromTransaction(getTransactionDecoder().decode(getBase64Encoder().encode(raw))), raw }
}

/** Units of a token that an owner holds, in all of its accounts. */
export async function solanaTokenBalance({ rpc }: SolanaNode, { owner, mint }: { owner: Address; mint: Address }): Promise<bigint> {
  const asked = createSolanaRpc(rpc).getTokenAccountsByOwner(owner, { mint }, { encoding: 'jsonParsed', commitment: 'finalized' })
  const { value } = await asked.send()
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

/** Sends instructions that the faucet pays for, and returns the transaction's signature. */
export async function sendByFaucet(node: SolanaNode, instructions: readonly Instruction[]): Promise<Signature> {
  return send(node, await signByFaucet(await lifetimeOf(node), instructions))
}

/** An address whose key nobody keeps. */
export const newSolanaAddress = async (): Promise<Address> => (await generateKeyPairSigner()).address

/** Lets slots pass, each with a block, and returns the open slot. */
export const tickSolana = (node: SolanaNode, slots = 1): Promise<number> => callRpc(node.rpc, { method: 'devnet_tick', params: [slots] })

/** Lets slots pass without a block, opens the next one, and returns it. */
export const skipSolana = (node: SolanaNode, slots = 1): Promise<number> => callRpc(node.rpc, { method: 'devnet_skip', params: [slots] })

/** Drops the newest blocks with their transactions, the open one included, and returns the slot that is opened instead. */
export const forkSolana = (node: SolanaNode, depth: number): Promise<number> =>
  callRpc(node.rpc, { method: 'devnet_fork', params: [depth] })

/** Sets the slots by which a commitment trails the open one: with many, blocks become final late. */
export async function lagSolana(node: SolanaNode, commitment: Commitment, slots: number): Promise<void> {
  await callRpc(node.rpc, { method: 'devnet_setLag', params: [commitment, slots] })
}

/** Puts an account into the open block without a transaction, whatever it contains. */
export async function placeSolanaAccount(node: SolanaNode, account: PlainAccount): Promise<void> {
  await callRpc(node.rpc, { method: 'devnet_setAccount', params: [account] })
}

const send = (node: SolanaNode, wire: string): Promise<Signature> =>
  callRpc(node.rpc, { method: 'sendTransaction', params: [wire, { encoding: 'base64', skipPreflight: true }] })

async function lifetimeOf({ rpc }: SolanaNode, commitment: Commitment = 'finalized') {
  const { value } = await createSolanaRpc(rpc).getLatestBlockhash({ commitment }).send()
  return { ...value, blockhash: blockhash(value.blockhash) }
}
