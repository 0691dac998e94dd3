import { z } from 'zod'

/** 32 bytes in base58: an address or a blockhash. */
export const Key = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

/** 64 bytes in base58: the first signature of a transaction is its id. */
export const Signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)

/** A slot or height. */
export const Count = z.int().nonnegative()

/** An amount as `parseLamports` gives it. */
export const Lamports = z.union([z.int().nonnegative(), z.bigint().nonnegative()])

const Units = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)

/** The content of a token account before or after a transaction. Ancient blocks name no owner. */
export const TokenBalance = z.object({
  accountIndex: Count,
  mint: Key,
  owner: Key.optional(),
  uiTokenAmount: z.object({ amount: Units }),
})
/** A checked token balance, in base units of its mint. */
export type TokenBalance = z.output<typeof TokenBalance>

/** The outcome of a transaction. Balances are in the order of its accounts; those of lookup tables come last. */
export const Meta = z.object({
  err: z.unknown(),
  fee: Lamports,
  preBalances: z.array(Lamports),
  postBalances: z.array(Lamports),
  preTokenBalances: z.array(TokenBalance).nullish(),
  postTokenBalances: z.array(TokenBalance).nullish(),
})

/** A checked outcome; amounts are in lamports. */
export type Meta = z.output<typeof Meta>

/**
 * False for a transaction that its block holds although it was never run, because its payer could not pay the fee: it did nothing, and as long as its
 * blockhash lives a later block may run it. Source: SIMD-0290.
 */
export const hasRun = ({ err, fee }: Pick<Meta, 'err' | 'fee'>): boolean => err === null || BigInt(fee) > 0n

/** A transaction of a block by its accounts, without its instructions. */
export const BlockTransaction = z.object({
  transaction: z.object({ signatures: z.array(Signature).min(1), accountKeys: z.array(z.object({ pubkey: Key })).min(1) }),
  meta: Meta,
})
/** A checked transaction of a block; amounts are in lamports. */
export type BlockTransaction = z.output<typeof BlockTransaction>

/** `getBlock` without its transactions. */
export const BlockHeader = z.object({ blockhash: Key, previousBlockhash: Key, parentSlot: Count })

/** `getBlock` with `transactionDetails: 'accounts'`. */
export const FullBlock = BlockHeader.extend({ blockTime: Count, transactions: z.array(BlockTransaction) })
/** A checked block; its time is in Unix seconds. */
export type FullBlock = z.output<typeof FullBlock>

/** A result with the slot it is of. */
export const inSlot = <Value extends z.ZodType>(value: Value) => z.object({ context: z.object({ slot: Count }), value })

/** `getLatestBlockhash`. */
export const LatestBlockhash = inSlot(z.object({ blockhash: Key, lastValidBlockHeight: Count }))
