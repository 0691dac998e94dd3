import { getBase58Encoder } from '@solana/kit'
import { decodeWire } from '../ledger/decode-wire.ts'
import { blockAt, type Commitment, type Ledger, tipOf } from '../ledger/ledger.ts'
import { simulate } from '../ledger/submit.ts'
import type { LedgerTransaction } from '../ledger/transaction.ts'
import { encodeTransaction } from './encode-transaction.ts'
import { inContext, type Methods } from './method.ts'
import { addressAt, type Config, configAt, listAt, type Params, textAt } from './params.ts'

const LAMPORTS_PER_SIGNATURE = 5_000

/** Methods that read transactions and their costs. */
export const transactionMethods: Methods = {
  getTransaction: (ledger, params) => {
    const config = configAt(params, 1)
    const found = ledger.transactions.get(textAt(params, 0))
    if (!found || !isAt(ledger, found, config.commitment)) return null
    const blockTime = ledger.blocks.findLast(({ slot }) => slot === found.slot)?.time ?? null
    return { slot: found.slot, blockTime, ...encodeTransaction(found, config) }
  },
  getSignatureStatuses: (ledger, params) => {
    const statuses = listAt(params, 0).map((signature) => statusOf(ledger, ledger.transactions.get(signature)))
    return inContext(ledger, { commitment: 'processed' }, statuses)
  },
  getSignaturesForAddress: (ledger, params) => {
    const config = configAt(params, 1)
    return signaturesOf(ledger, addressAt(params, 0), config).map((found) => ({
      signature: found.signature,
      slot: found.slot,
      err: found.err,
      memo: null,
      blockTime: ledger.blocks.findLast(({ slot }) => slot === found.slot)?.time ?? null,
      confirmationStatus: commitmentOf(ledger, found),
    }))
  },
  getTransactionCount: ({ transactions }) => transactions.size,
  getFeeForMessage: (ledger, params) => {
    const message = Buffer.from(textAt(params, 0), 'base64')
    // The first byte of a versioned message is its version; the next one is the number of signatures.
    const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
    return inContext(ledger, configAt(params, 1), LAMPORTS_PER_SIGNATURE * (message[isVersioned ? 1 : 0] ?? 0))
  },
  getRecentPrioritizationFees: (ledger) => [{ slot: tipOf(ledger).slot, prioritizationFee: 0 }],
  simulateTransaction: (ledger, params) => {
    const { err, logs, computeUnits } = simulate(ledger, decodeWire(ledger, wireAt(params)))
    const result = { err, logs, accounts: null, unitsConsumed: computeUnits, returnData: null }
    return inContext(ledger, { commitment: 'processed' }, result)
  },
}

/** The transaction in wire form among the parameters of a call. */
export function wireAt(params: Params): Uint8Array {
  const text = textAt(params, 0)
  return configAt(params, 1).encoding === 'base64' ? Buffer.from(text, 'base64') : new Uint8Array(getBase58Encoder().encode(text))
}

const isAt = (ledger: Ledger, { slot }: LedgerTransaction, commitment: Commitment): boolean => slot <= blockAt(ledger, commitment).slot

const commitmentOf = (ledger: Ledger, transaction: LedgerTransaction): Commitment =>
  (['finalized', 'confirmed'] as const).find((commitment) => isAt(ledger, transaction, commitment)) ?? 'processed'

function statusOf(ledger: Ledger, transaction: LedgerTransaction | undefined): unknown {
  if (!transaction) return null
  const { slot, err } = transaction
  const confirmationStatus = commitmentOf(ledger, transaction)
  const confirmations = confirmationStatus === 'finalized' ? null : tipOf(ledger).slot - slot
  return { slot, confirmations, err, status: err === null ? { Ok: null } : { Err: err }, confirmationStatus }
}

/** The transactions that name an address, the newest first. */
function signaturesOf(ledger: Ledger, of: string, { commitment, before, until, limit }: Config): LedgerTransaction[] {
  const naming = [...ledger.transactions.values()].filter(
    (transaction) => transaction.keys.some((key) => key === of) && isAt(ledger, transaction, commitment),
  )
  const newestFirst = naming.reverse()
  const from = before === undefined ? 0 : newestFirst.findIndex(({ signature }) => signature === before) + 1
  if (before !== undefined && from === 0) return []
  const end = until === undefined ? -1 : newestFirst.findIndex(({ signature }) => signature === until)
  return newestFirst.slice(from, end < 0 ? undefined : end).slice(0, limit)
}
