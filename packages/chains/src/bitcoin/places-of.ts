import { type BitcoinChain, bitcoinChains, type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import type { AddressPlace } from '../rail.ts'
import { addressScript, findScriptAddress } from './address.ts'

// The keys of a literal are those of its type.
const chains = Object.keys(bitcoinChains) as readonly BitcoinChain[]

/**
 * The address of an output script on every chain of the family that spells it, this one first: the key that spends `1…` on Bitcoin spends the same
 * hash as a cash address.
 */
export function placesOf(network: BitcoinNetwork, address: string): readonly AddressPlace[] {
  const script = addressScript(network, address)
  const others = chains.flatMap((chain): AddressPlace[] => {
    if (chain === network.chain || !Object.hasOwn(bitcoinChains[chain].networks, network.name)) return []
    const spelt = findScriptAddress(getBitcoinNetwork(chain, network.name), script)
    return spelt === undefined ? [] : [{ chain, address: spelt, key: spelt }]
  })
  return [{ chain: network.chain, address, key: address }, ...others]
}
