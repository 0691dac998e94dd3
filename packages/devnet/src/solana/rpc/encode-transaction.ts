import { getBase58Decoder } from '@solana/kit'
import type { Balances, LedgerTransaction } from '../ledger/transaction.ts'
import type { Config } from './params.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

/**
 * A transaction with its outcome, in the asked form.
 * @throws {RpcError} for a versioned one when the client did not say that it reads those.
 */
export function encodeTransaction(told: LedgerTransaction, config: Config): Record<string, unknown> {
  const { version } = told.message
  if (version !== 'legacy' && (config.maxSupportedTransactionVersion ?? -1) < version)
    throw new RpcError(rpcCodes.versionNotSupported, `Transaction version (${version}) is not supported by the requesting client. ${HINT}`)
  const isBrief = config.transactionDetails === 'accounts'
  return {
    transaction: isBrief ? { accountKeys: parsedKeys(told), signatures: told.signatures } : encodeBytes(told, config.encoding),
    meta: isBrief ? briefMeta(told) : fullMeta(told),
    version,
  }
}

const HINT = 'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0'

function encodeBytes(told: LedgerTransaction, encoding: string | undefined): unknown {
  if (encoding === 'base64') return [Buffer.from(told.wire).toString('base64'), 'base64']
  if (encoding === 'base58') return [getBase58Decoder().decode(told.wire), 'base58']
  return { signatures: told.signatures, message: encodeMessage(told) }
}

function encodeMessage({ message, keys }: LedgerTransaction): unknown {
  const { header } = message
  const instructions = 'instructions' in message ? message.instructions : []
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: keys.slice(0, message.staticAccounts.length),
    recentBlockhash: 'lifetimeToken' in message ? message.lifetimeToken : '',
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: getBase58Decoder().decode(data),
      stackHeight: null,
    })),
    ...('addressTableLookups' in message && {
      addressTableLookups: (message.addressTableLookups ?? []).map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
        accountKey: lookupTableAddress,
        writableIndexes,
        readonlyIndexes,
      })),
    }),
  }
}

function parsedKeys({ keys, message, loaded }: LedgerTransaction): unknown {
  const { header, staticAccounts } = message
  const lastWritable = staticAccounts.length - header.numReadonlyNonSignerAccounts
  const isWritable = (at: number): boolean => {
    if (at < header.numSignerAccounts) return at < header.numSignerAccounts - header.numReadonlySignerAccounts
    if (at < staticAccounts.length) return at < lastWritable
    return at < staticAccounts.length + loaded.writable.length
  }
  return keys.map((pubkey, at) => ({
    pubkey,
    signer: at < header.numSignerAccounts,
    source: at < staticAccounts.length ? 'transaction' : 'lookupTable',
    writable: isWritable(at),
  }))
}

function briefMeta({ err, fee, pre, post }: LedgerTransaction): Record<string, unknown> {
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee,
    ...encodeBalances('pre', pre),
    ...encodeBalances('post', post),
  }
}

function fullMeta(told: LedgerTransaction): Record<string, unknown> {
  return {
    ...briefMeta(told),
    innerInstructions: told.inner,
    logMessages: told.logs,
    rewards: [],
    loadedAddresses: told.loaded,
    computeUnitsConsumed: told.computeUnits,
  }
}

const encodeBalances = (when: 'pre' | 'post', { lamports, tokens }: Balances): Record<string, unknown> => ({
  [`${when}Balances`]: lamports,
  [`${when}TokenBalances`]: tokens,
})
