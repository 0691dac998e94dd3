import type { BitcoinChain } from '../../definitions/bitcoin.ts'
import { bitcoinCashDialect } from './bitcoin-cash.ts'
import { bitcoinDialect } from './bitcoin.ts'
import type { NodeDialect } from './dialect.ts'

const dialects: { readonly [Chain in BitcoinChain]: NodeDialect } = { BTC: bitcoinDialect, BCH: bitcoinCashDialect }

/** The dialect of a network's nodes. */
export const dialectOf = ({ chain }: { readonly chain: BitcoinChain }): NodeDialect => dialects[chain]
