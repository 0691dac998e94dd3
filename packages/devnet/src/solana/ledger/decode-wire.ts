import {
  type Address,
  type CompiledTransactionMessage,
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerTransaction } from './transaction.ts'

/** A decoded transaction with the accounts of its lookup tables. */
export type DecodedWire = { readonly transaction: Transaction } & Pick<
  LedgerTransaction,
  'signature' | 'signatures' | 'wire' | 'message' | 'keys' | 'loaded'
>

// A packet of the network, less its headers.
const MAX_BYTES = 1_232
const TABLE_HEADER_BYTES = 56
const ADDRESS_BYTES = 32

/** Decodes a transaction in wire form. @throws {RpcError} when it is none, or too large. */
export function decodeWire(ledger: Ledger, wire: Uint8Array): DecodedWire {
  if (wire.length > MAX_BYTES)
    throw new RpcError(
      rpcCodes.invalidParams,
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: ${MAX_BYTES} bytes)`,
    )
  const { transaction, message } = decode(wire)
  const signatures = Object.values(transaction.signatures).map((bytes) => getBase58Decoder().decode(bytes ?? new Uint8Array(64)))
  const loaded = loadTables(ledger, message)
  const keys = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly]
  return { transaction, signature: signatures[0] ?? '', signatures, wire, message, keys, loaded }
}

function decode(wire: Uint8Array): { transaction: Transaction; message: CompiledTransactionMessage } {
  try {
    const transaction = getTransactionDecoder().decode(wire)
    return { transaction, message: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) }
  } catch (error) {
    throw new RpcError(
      rpcCodes.invalidParams,
      `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${String(error)}`,
    )
  }
}

function loadTables(ledger: Ledger, message: CompiledTransactionMessage): LedgerTransaction['loaded'] {
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const load = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) => lookup[kind].flatMap((index) => addressInTable(ledger, lookup.lookupTableAddress, index)))
  return { writable: load('writableIndexes'), readonly: load('readonlyIndexes') }
}

function addressInTable({ svm }: Ledger, table: Address, index: number): Address[] {
  const account = svm.getAccount(table)
  if (!account.exists) return []
  const at = TABLE_HEADER_BYTES + index * ADDRESS_BYTES
  return [getAddressDecoder().decode(account.data.slice(at, at + ADDRESS_BYTES))]
}
