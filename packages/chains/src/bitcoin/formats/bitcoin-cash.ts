import { type BitcoinNetwork } from '../../definitions/bitcoin.ts'
import { cashScriptForms, findScriptForm } from '../script.ts'
import { readCashAddress, spellCashAddress } from './cash-address.ts'
import { signCashSpend } from './cash-signature.ts'
import { readTokens } from './cash-tokens.ts'
import type { ChainFormat, TokenTransfer } from './format.ts'

const [publicKeyHash] = cashScriptForms

/** Spending a P2PKH output: outpoint, script of a Schnorr signature with its hash type and of a public key, sequence. */
const INPUT_BYTES = 36 + 1 + (1 + 65) + (1 + 33) + 4

/** Bitcoin Cash: every deposit is a P2PKH output (BIP-44), and its signatures are Schnorr's. It has no witnesses. */
export const bitcoinCashFormat: ChainFormat = {
  scriptForms: cashScriptForms,
  depositForm: publicKeyHash,
  purpose: 44,
  inputWeight: 4 * INPUT_BYTES,
  markerWeight: 0,
  readAddress: readCashAddress,
  spellAddress: spellCashAddress,
  linkOf: (address) => address, // The prefix of the address is the scheme of the link.
  findTokens,
  sign: signCashSpend,
}

function findTokens(network: BitcoinNetwork, script: Uint8Array): TokenTransfer | undefined {
  const tokens = readTokens(script)
  const parsed = tokens && findScriptForm(tokens.script, cashScriptForms)
  return parsed && { to: spellCashAddress(network, parsed), token: tokens.category, units: tokens.units }
}
