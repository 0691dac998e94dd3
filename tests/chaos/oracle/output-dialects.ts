/** A transaction of a chain of outputs. */
export interface Transaction {
  readonly txid: string
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[]
  /** `value` in coins; without an address when its script has none. */
  readonly vout: readonly { readonly n: number; readonly value: number; readonly address: string | undefined }[]
}

/** How the node of a chain of outputs shows its blocks. */
export interface Dialect {
  readonly chain: 'BTC' | 'BCH'
  /** The transactions in an answer of `getblock` at verbosity 2. */
  readonly transactionsOf: (block: object) => Transaction[]
}

type Shown<Script> = Omit<Transaction, 'vout'> & {
  readonly vout: readonly { readonly n: number; readonly value: number; readonly scriptPubKey: Script }[]
}

const withAddresses = <Script>(shown: readonly Shown<Script>[], addressOf: (script: Script) => string | undefined): Transaction[] =>
  shown.map(({ txid, vin, vout }) => ({
    txid,
    vin,
    vout: vout.map(({ n, value, scriptPubKey }) => ({ n, value, address: addressOf(scriptPubKey) })),
  }))

/** bitcoind, as in the help of `getblock`. */
export const bitcoinDialect: Dialect = {
  chain: 'BTC',
  transactionsOf: (block) => withAddresses((block as { tx: readonly Shown<{ address?: string }>[] }).tx, ({ address }) => address),
}

const REGTEST_PREFIX = 'bchreg:'

/** bchd, as `GetBlockVerboseTxResult` of its `btcjson` package: addresses come as a list, without their prefix. */
export const bitcoinCashDialect: Dialect = {
  chain: 'BCH',
  transactionsOf: (block) =>
    withAddresses((block as { rawtx: readonly Shown<{ addresses?: readonly string[] }>[] }).rawtx, ({ addresses = [] }) => {
      const [only, ...more] = addresses
      return only === undefined || more.length > 0 ? undefined : `${REGTEST_PREFIX}${only.replace(REGTEST_PREFIX, '')}`
    }),
}
