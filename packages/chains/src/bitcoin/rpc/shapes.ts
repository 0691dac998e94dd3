import { divideUp } from '@gateway/domain/money/rounding'
import { z } from 'zod'

/** Block or transaction hash as nodes print it. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Bytes as nodes print them. */
export const HexBytes = z
  .string()
  .regex(/^(?:[0-9a-f]{2})*$/)
  .transform((text) => new Uint8Array(Buffer.from(text, 'hex')))

const ExactDecimal = z.object({ digits: z.bigint(), scale: z.int().nonnegative() })

/** An exact amount in BTC, as satoshis; also a rate in BTC per 1 000 virtual bytes, which is the same number of milli-satoshis per byte. */
export const Satoshis = z
  .union([z.int().transform((whole) => ({ digits: BigInt(whole), scale: 0 })), ExactDecimal])
  .transform((amount, ctx) => {
    const surplus = 10n ** BigInt(Math.max(amount.scale - 8, 0))
    if (amount.digits < 0n || amount.digits % surplus !== 0n) {
      ctx.addIssue('not a whole, positive number of satoshis')
      return z.NEVER
    }
    return (amount.digits / surplus) * 10n ** BigInt(Math.max(8 - amount.scale, 0))
  })

/** A rate in coins per 1 000 bytes as milli-satoshis per byte, rounded up; a node without an estimate answers -1. */
export const CashFeeRate = z
  .union([z.int().transform((whole) => ({ digits: BigInt(whole), scale: 0 })), ExactDecimal])
  .refine(({ digits }) => digits >= 0n)
  .transform(({ digits, scale }) => divideUp(digits * 10n ** 8n, 10n ** BigInt(scale)))

/** `getblockchaininfo`, the relevant members. Bitcoin Knots has `difficulty_blake2b` in place of `difficulty` from its hard fork on. */
export const ChainInfo = z.object({
  chain: z.string(),
  blocks: z.int().nonnegative(),
  bestblockhash: Hash,
  difficulty_blake2b: z.unknown().optional(),
})

/** `getnetworkinfo`: the program with its version (BIP-14), as in `/Satoshi:29.4.3/Knots:20260508/`. */
export const NetworkInfo = z.object({ subversion: z.string() })

/** `getrawmempool` without details. */
export const MempoolIds = z.array(Hash)

/** `getrawtransaction` at verbosity 2: unconfirmed transactions have no confirmations, orphaned ones have 0. */
export const FoundTransaction = z.object({ txid: Hash, confirmations: z.int().optional(), fee: Satoshis.optional() })

/** `getrawtransaction` at verbosity 1: unconfirmed transactions have no confirmations. */
export const MinedTransaction = z.object({ hex: HexBytes, confirmations: z.int().optional() })

/** The same, with the block that holds it. */
export const TransactionBlock = z.object({ txid: Hash, confirmations: z.int().optional(), blockhash: Hash.optional() })

/** `getblockheader` with its members. */
export const HeaderPlace = z.object({ height: z.int().nonnegative() })

/** `searchrawtransactions` of bchd at verbosity 1: every transaction of an address. */
export const AddressHistory = z.array(MinedTransaction.extend({ txid: Hash }))

/** `estimatesmartfee`: no rate before the node has seen enough blocks. */
export const FeeAnswer = z.object({ feerate: Satoshis.optional() })

/** `getmempoolinfo`: the least fee that the mempool takes now and that the node ever relays, and the extra fee of a replacement. */
export const MempoolInfo = z.object({ mempoolminfee: Satoshis, minrelaytxfee: Satoshis, incrementalrelayfee: Satoshis })

/** `getmempoolinfo` of Bitcoin Cash's nodes: bchd reports no minimum fee. */
export const CashMempoolInfo = z.object({ mempoolminfee: CashFeeRate.optional() })

/** `scantxoutset`: every unspent output of the addresses. */
export const Unspents = z.object({
  height: z.int().nonnegative(),
  unspents: z.array(
    z.object({
      txid: Hash,
      vout: z.int().nonnegative(),
      desc: z.string(),
      amount: Satoshis,
      height: z.int().nonnegative(),
      coinbase: z.boolean().default(false),
    }),
  ),
})
