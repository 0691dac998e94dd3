import type { Hex } from 'viem'
import { z } from 'zod'

// Ethereum JSON-RPC: quantities are hex without a fixed length, bytes are hex with an even one.
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/
const HASH = /^0x[0-9a-fA-F]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/

// Lower case is the form for comparing; the rail spells addresses for display.
const lower = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

/** A hex quantity as an integer. */
export const Quantity = z.string().regex(QUANTITY).transform(BigInt)

/** A hex quantity within safe integers. */
const Count = Quantity.transform(Number).refine(Number.isSafeInteger, 'is too large')

/** 32 bytes in lower-case hex. */
export const Hash = z.string().regex(HASH).transform(lower)

/** 20 bytes in lower-case hex: the rail's watch key of an address. */
const WireAddress = z.string().regex(ADDRESS).transform(lower)

/** Any number of bytes in lower-case hex. */
export const Bytes = z.string().regex(BYTES).transform(lower)

/** The hash of a header; the first block of a network has no base fee. */
export const WireHash = z.object({ hash: Hash })

/** The members of a header that the gateway reads. */
export const WireHeader = z.object({
  number: Count,
  hash: Hash,
  parentHash: Hash,
  timestamp: Count,
  baseFeePerGas: Quantity,
  logsBloom: Bytes,
})

/** A transaction of a fully read block. A missing `to` creates a contract. */
const WireTransaction = z.object({
  hash: Hash,
  blockHash: Hash,
  from: WireAddress,
  to: WireAddress.nullish(),
  nonce: Count,
  value: Quantity,
})

/** A block with its transactions. */
export const WireBlock = WireHeader.extend({ transactions: z.array(WireTransaction) })
/** A checked block: numbers and wei are parsed. */
export type WireBlock = z.output<typeof WireBlock>

/** The node itself logs native transfers under this address from Ethereum's next fork on (EIP-7708). No contract can have it. */
export const SYSTEM_ADDRESS: Hex = '0xfffffffffffffffffffffffffffffffffffffffe'

/** An event log. The content of third-party topics and bytes is not validated here. */
export const WireLog = z.object({
  address: WireAddress,
  topics: z.array(Hash).max(4),
  data: Bytes,
  blockHash: Hash,
  blockNumber: Count,
  transactionHash: Hash,
  logIndex: Count,
  removed: z.literal(false).optional(),
})
/** A checked event log; it is not removed by a reorg. */
export type WireLog = z.output<typeof WireLog>

/** The outcome of a transaction (EIP-658 status). */
export const WireReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  status: Quantity,
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
})

/** 32 bytes as a number, which nodes may send with or without leading zeros. */
const Word = Quantity.transform((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)

/** A signed EIP-1559 transaction without access list, with every part of its bytes. */
export const WireSigned = z.object({
  from: WireAddress,
  to: WireAddress,
  nonce: Count,
  value: Quantity,
  input: Bytes,
  gas: Quantity,
  maxFeePerGas: Quantity,
  maxPriorityFeePerGas: Quantity,
  yParity: Quantity,
  r: Word,
  s: Word,
})

/** Whether a transaction is mined. */
export const WireMined = z.object({ hash: Hash, blockHash: Hash.nullish() })

/** The block of a transaction; null while it is in none. */
export const WirePlace = z.object({ hash: Hash, blockNumber: Count.nullish() })
