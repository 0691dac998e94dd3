import type { BitcoinNetwork } from '../../definitions/bitcoin.ts'
import type { ParsedAddress } from '../../rail.ts'
import type { Transfer } from '../../rail/transfer.ts'
import type { ParsedScript, ScriptForm } from '../script.ts'

/** What differs between the chains of Bitcoin's family where no node is asked: how addresses are spelled and deposits are spent. */
export interface ChainFormat {
  /** Every output script that has an address. */
  readonly scriptForms: readonly ScriptForm[]
  /** The script of a deposit, which holds the hash of its public key. */
  readonly depositForm: ScriptForm
  /** First step of the deposit keys' path (BIP-43). */
  readonly purpose: 44 | 84
  /** Upper bound of the weight that spending a deposit adds to a transaction (BIP-141; four per byte where there are no witnesses). */
  readonly inputWeight: number
  /** Weight of a transaction's marker for witnesses. */
  readonly markerWeight: 0 | 2
  /** The script of an address, or why the text is no address of this network. */
  readonly readAddress: (network: BitcoinNetwork, text: string) => ParsedScript | AddressProblem
  /** The canonical spelling of a script's address. */
  readonly spellAddress: (network: BitcoinNetwork, script: ParsedScript) => string
  /** An address as the path of a payment link. */
  readonly linkOf: (address: string) => string
  /** What an output transfers besides its coins. It must never be spent: its tokens would be lost. Absent where there are no tokens. */
  readonly findTokens?: (network: BitcoinNetwork, script: Uint8Array) => TokenTransfer | undefined
  /** Signs the transaction that has exactly these inputs and outputs, in this order. Signing again gives the same bytes. */
  readonly sign: (spend: Spend) => Uint8Array
}

/** Why a text is no address of a network. */
export type AddressProblem = Exclude<ParsedAddress, { readonly address: string }>

/** Tokens for an address, which no forward moves. */
export type TokenTransfer = Pick<Transfer, 'to' | 'token' | 'units'>

/** A transaction to sign. */
export interface Spend {
  readonly inputs: readonly SpendInput[]
  readonly outputs: readonly SpendOutput[]
}

/** A deposit, with the key of its address. */
export interface SpendInput {
  readonly txId: string
  readonly vout: number
  readonly units: bigint
  readonly privateKey: Uint8Array
}

/** An output to create. */
export interface SpendOutput {
  readonly script: Uint8Array
  readonly amount: bigint
}
