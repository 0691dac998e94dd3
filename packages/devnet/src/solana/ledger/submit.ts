import { type Address, getBase58Decoder, type MaybeEncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts'
import { type DecodedWire, decodeWire } from './decode-wire.ts'
import { type Ledger, tipOf } from './ledger.ts'
import { findTokenBalance } from './token-balance.ts'
import { errorOf } from './transaction-error.ts'
import type { Balances, LedgerTransaction } from './transaction.ts'

/** A blockhash is accepted in its own block and the 150 after it. */
export const BLOCKHASH_BLOCKS = 150

/** A transaction in wire form; without a preflight a failing one is put into the block too. */
export interface Submission {
  readonly wire: Uint8Array
  readonly skipPreflight: boolean
}

/** The outcome of a simulated transaction. */
export interface Simulation {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly computeUnits: bigint
}

/**
 * Runs a transaction in the open block and returns its signature. One that cannot even pay its fee is in the block with its error and no fee, and did
 * nothing (SIMD-0290).
 * @throws {RpcError} as a node does: for bytes that are no transaction, a wrong signature, and what the preflight finds.
 */
export function submit(ledger: Ledger, { wire, skipPreflight }: Submission): string {
  const decoded = decodeWire(ledger, wire)
  const { err, logs, computeUnits } = simulate(ledger, decoded)
  if (err === 'SignatureFailure') throw new RpcError(rpcCodes.signatureFailure, 'Transaction signature verification failure')
  if (err !== null && !skipPreflight) throw preflightFailure({ err, logs, computeUnits })
  if (!isLandable(ledger, decoded)) return decoded.signature
  run(ledger, decoded)
  return decoded.signature
}

/** Runs a transaction without effect. */
export function simulate(ledger: Ledger, decoded: DecodedWire): Simulation {
  const outcome = ledger.svm.simulateTransaction(decoded.transaction)
  const meta = outcome.meta()
  const err = errorOf(outcome)
  const refused = err === 'SignatureFailure' ? err : (refusalOf(ledger, decoded) ?? err)
  return { err: refused, logs: meta.logs(), computeUnits: meta.computeUnitsConsumed() }
}

const isLandable = (ledger: Ledger, decoded: DecodedWire): boolean => refusalOf(ledger, decoded) === undefined

function refusalOf(ledger: Ledger, { signature, message }: DecodedWire): string | undefined {
  if (ledger.transactions.has(signature)) return 'AlreadyProcessed'
  const hash = 'lifetimeToken' in message ? String(message.lifetimeToken) : undefined
  return isRecent(ledger, hash) ? undefined : 'BlockhashNotFound'
}

/** True while transactions with this blockhash are accepted. */
export function isRecent({ blocks }: Ledger, hash: string | undefined): boolean {
  return blocks.slice(-BLOCKHASH_BLOCKS - 1).some((block) => block.hash === hash)
}

function preflightFailure({ err, logs, computeUnits }: Simulation): RpcError {
  const reason = err === 'BlockhashNotFound' ? 'Blockhash not found' : err === 'AlreadyProcessed' ? alreadyProcessed : JSON.stringify(err)
  const data = { err, logs, accounts: null, unitsConsumed: Number(computeUnits), returnData: null }
  return new RpcError(rpcCodes.preflightFailure, `Transaction simulation failed: ${reason}`, data)
}

const alreadyProcessed = 'This transaction has already been processed'

function run(ledger: Ledger, decoded: DecodedWire): void {
  const { svm } = ledger
  const before = decoded.keys.map((key) => svm.getAccount(key))
  const pre = balancesOf(svm, before)
  const outcome = svm.sendTransaction(decoded.transaction)
  const post = balancesOf(svm, accountsOf(svm, decoded.keys))
  record(ledger, before, transactionOf(ledger, decoded, { outcome, pre, post }))
}

function record(ledger: Ledger, before: readonly MaybeEncodedAccount[], transaction: LedgerTransaction): void {
  const block = tipOf(ledger)
  ledger.transactions.set(transaction.signature, transaction)
  block.transactions.push(transaction)
  block.before.push(...before)
}

interface Executed {
  readonly outcome: TransactionMetadata | FailedTransactionMetadata
  readonly pre: Balances
  readonly post: Balances
}

function transactionOf(ledger: Ledger, decoded: DecodedWire, { outcome, pre, post }: Executed): LedgerTransaction {
  const { transaction: _, ...parts } = decoded
  const meta = outcome instanceof FailedTransactionMetadata ? outcome.meta() : outcome
  return {
    ...parts,
    slot: tipOf(ledger).slot,
    err: errorOf(outcome),
    // Lamports only move between the accounts, so the difference is the fee.
    fee: sumOf(pre.lamports) - sumOf(post.lamports),
    pre,
    post,
    logs: meta.logs(),
    inner: innerOf(meta),
    computeUnits: meta.computeUnitsConsumed(),
  }
}

const sumOf = (lamports: readonly bigint[]): bigint => lamports.reduce((sum, each) => sum + each, 0n)

const accountsOf = (svm: LiteSVM, keys: readonly Address[]): MaybeEncodedAccount[] => keys.map((key) => svm.getAccount(key))

const balancesOf = (svm: LiteSVM, accounts: readonly MaybeEncodedAccount[]): Balances => ({
  lamports: accounts.map((account) => (account.exists ? account.lamports : 0n)),
  tokens: accounts.flatMap((account, index) => findTokenBalance(svm, account, index) ?? []),
})

function innerOf(meta: TransactionMetadata): LedgerTransaction['inner'] {
  const calls = meta.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((call) => ({
      programIdIndex: call.instruction().programIdIndex(),
      accounts: [...call.instruction().accounts()],
      data: getBase58Decoder().decode(call.instruction().data()),
      stackHeight: call.stackHeight(),
    })),
  }))
  return calls.filter(({ instructions }) => instructions.length > 0)
}
