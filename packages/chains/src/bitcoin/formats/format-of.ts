import type { BitcoinChain } from '../../definitions/bitcoin.ts'
import { bitcoinCashFormat } from './bitcoin-cash.ts'
import { bitcoinFormat } from './bitcoin.ts'
import type { ChainFormat } from './format.ts'

const formats: { readonly [Chain in BitcoinChain]: ChainFormat } = { BTC: bitcoinFormat, BCH: bitcoinCashFormat }

/** The format of a network's chain. */
export const formatOf = ({ chain }: { readonly chain: BitcoinChain }): ChainFormat => formats[chain]
