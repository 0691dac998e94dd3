import type { ChainCode } from './asset.ts'

/** How the ids of a chain's transactions are written. */
interface Form {
  readonly pattern: RegExp
  /** The spelling that nodes, blocks and rows use. */
  readonly spell: (text: string) => string
}

const hash: Form = { pattern: /^[0-9a-f]{64}$/i, spell: (text) => text.toLowerCase() }
const prefixedHash: Form = { pattern: /^(?:0x)?[0-9a-f]{64}$/i, spell: (text) => `0x${text.toLowerCase().replace(/^0x/, '')}` }
const signature: Form = { pattern: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/, spell: (text) => text }

const forms: Readonly<Record<ChainCode, Form>> = { BTC: hash, BCH: hash, ETH: prefixedHash, POL: prefixedHash, SOL: signature }

/** The id of a transaction as its chain spells it; undefined for a text that can be none. */
export function findTransactionId(chain: ChainCode, text: string): string | undefined {
  const { pattern, spell } = forms[chain]
  const trimmed = text.trim()
  return pattern.test(trimmed) ? spell(trimmed) : undefined
}
