import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import type { ParsedAddress } from '../rail.ts'
import { formatOf } from './formats/format-of.ts'
import { buildScript, findScriptForm } from './script.ts'

/** The address in its canonical spelling, or why it does not belong to this network. */
export function parseAddress(network: BitcoinNetwork, text: string): ParsedAddress {
  const { readAddress, spellAddress } = formatOf(network)
  const script = readAddress(network, text)
  return 'problem' in script ? script : { address: spellAddress(network, script) }
}

/** The output script that pays an address. @throws RangeError for a text that is no address of this network. */
export function addressScript(network: BitcoinNetwork, address: string): Uint8Array {
  const script = formatOf(network).readAddress(network, address)
  if ('problem' in script) throw new RangeError(`The address of an output ${script.problem}`)
  return buildScript(script)
}

/** The address that an output script pays; undefined when it has none. */
export function findScriptAddress(network: BitcoinNetwork, script: Uint8Array): string | undefined {
  const { scriptForms, spellAddress } = formatOf(network)
  const parsed = findScriptForm(script, scriptForms)
  return parsed && spellAddress(network, parsed)
}
