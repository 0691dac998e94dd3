import { type EncodedAccount, getBase58Decoder } from '@solana/kit'
import { accountAt, type Ledger } from '../ledger/ledger.ts'
import { findTokenBalance, type TokenBalance, tokenPrograms } from '../ledger/token-balance.ts'
import { inContext, type Methods } from './method.ts'
import { addressAt, type Config, configAt, listAt, numberAt, readAddress } from './params.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

// Accounts pay no rent any more: this is the epoch of those that never do.
const NO_RENT_EPOCH = 18_446_744_073_709_551_615n

/** Methods that read accounts, each as of its commitment. */
export const accountMethods: Methods = {
  getBalance: (ledger, params) => {
    const config = configAt(params, 1)
    return inContext(ledger, config, accountAt(ledger, addressAt(params, 0), config.commitment)?.lamports ?? 0n)
  },
  getAccountInfo: (ledger, params) => {
    const config = configAt(params, 1)
    return inContext(ledger, config, encodeAccount(ledger, config, accountAt(ledger, addressAt(params, 0), config.commitment)))
  },
  getMultipleAccounts: (ledger, params) => {
    const config = configAt(params, 1)
    const accounts = listAt(params, 0).map((text) => accountAt(ledger, readAddress(text), config.commitment))
    return inContext(
      ledger,
      config,
      accounts.map((account) => encodeAccount(ledger, config, account)),
    )
  },
  getTokenAccountBalance: (ledger, params) => {
    const config = configAt(params, 1)
    const balance = balanceOf(ledger, accountAt(ledger, addressAt(params, 0), config.commitment))
    if (!balance) throw new RpcError(rpcCodes.invalidParams, 'Invalid param: could not find account')
    return inContext(ledger, config, balance.uiTokenAmount)
  },
  getTokenAccountsByOwner: (ledger, params) => {
    const owner = addressAt(params, 0)
    const { mint, programId } = configAt(params, 1)
    const config = configAt(params, 2)
    const owned = tokenAccounts(ledger, config).filter(({ balance }) => balance.owner === owner)
    const wanted = owned.filter(
      ({ balance }) => (mint ?? balance.mint) === balance.mint && (programId ?? balance.programId) === balance.programId,
    )
    const found = wanted.map(({ account }) => ({ pubkey: account.address, account: encodeAccount(ledger, config, account) }))
    return inContext(ledger, config, found)
  },
  getMinimumBalanceForRentExemption: ({ svm }, params) => svm.minimumBalanceForRentExemption(BigInt(numberAt(params, 0))),
}

interface TokenAccount {
  readonly account: EncodedAccount
  readonly balance: TokenBalance
}

/** Every token account as of a commitment. An account that is closed since then is in no list of the machine, but among the changed ones. */
function tokenAccounts(ledger: Ledger, { commitment }: Config): TokenAccount[] {
  const current = tokenPrograms.flatMap((program) => ledger.svm.getProgramAccounts(readAddress(program)))
  const changed = ledger.blocks.slice(ledger.finalBlocks).flatMap(({ before }) => before)
  const addresses = new Set([...current, ...changed].map((account) => account.address))
  return [...addresses].flatMap((found): TokenAccount[] => {
    const account = accountAt(ledger, found, commitment)
    const balance = balanceOf(ledger, account)
    return account && balance ? [{ account, balance }] : []
  })
}

const balanceOf = ({ svm }: Ledger, account: EncodedAccount | undefined): TokenBalance | undefined =>
  account && findTokenBalance(svm, { ...account, data: Uint8Array.from(account.data), exists: true })

function encodeAccount(ledger: Ledger, config: Config, account: EncodedAccount | undefined): unknown {
  if (!account) return null
  return {
    data: encodeData(ledger, config, account),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: NO_RENT_EPOCH,
    space: account.data.length,
  }
}

function encodeData(ledger: Ledger, { encoding, dataSlice }: Config, account: EncodedAccount): unknown {
  const balance = encoding === 'jsonParsed' ? balanceOf(ledger, account) : undefined
  if (balance) {
    const { mint, owner, uiTokenAmount: tokenAmount } = balance
    const info = { isNative: false, mint, owner, state: 'initialized', tokenAmount }
    return { program: 'spl-token', parsed: { type: 'account', info }, space: account.data.length }
  }
  const data = dataSlice ? account.data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : account.data
  if (encoding === undefined) return getBase58Decoder().decode(data)
  if (encoding === 'base58') return [getBase58Decoder().decode(data), 'base58']
  return [Buffer.from(data).toString('base64'), 'base64']
}
