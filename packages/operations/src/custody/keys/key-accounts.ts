import type { KeyAccount, KeyRole } from '@gateway/chains/key-account'
import { keyDerivers } from '@gateway/chains/key-derivers'
import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'

/** Index of the key that pays the network fees. */
export const GAS_PAYER = 0
/** Index of the key that signs outcomes of escrow contracts. */
export const DECIDER = 1

interface AccountName {
  readonly role: KeyRole
  readonly chain: ChainCode
  readonly generation: number
}

/** The key accounts of a seed. */
export interface KeyAccounts {
  /** @throws {RangeError} where the role has no keys or the chain is not served, and after `wipe`. */
  open(name: AccountName): KeyAccount
  /** The same bytes every time, which `wipe` overwrites. @throws {RangeError} as `open`. */
  gasPayerKey(chain: ChainCode, generation: number): Uint8Array
  wipe(): void
}

/** Opens accounts by role, chain and generation, once each: deriving one from the seed costs more than deriving an address. */
export function openKeyAccounts(seed: Uint8Array, rails: Rails): KeyAccounts {
  const opened = new Map<string, KeyAccount>()
  const gasPayers = new Map<KeyAccount, Uint8Array>()
  let isWiped = false
  const open = ({ role, chain, generation }: AccountName): KeyAccount => {
    const rail = rails.get(chain)
    const derive = keyDerivers[chain]?.[role]
    if (isWiped || !rail || !derive) throw new RangeError(`The signer has no ${role} keys for ${chain}`)
    return remember(opened, `${role} ${chain} ${generation}`, () => derive({ rail, seed, generation }))
  }
  return {
    open,
    gasPayerKey: (chain, generation) => {
      const account = open({ role: 'gasPayer', chain, generation })
      return remember(gasPayers, account, () => account.privateKey(GAS_PAYER))
    },
    wipe: () => {
      isWiped = true
      for (const key of gasPayers.values()) key.fill(0)
      for (const account of opened.values()) account.wipe()
      gasPayers.clear()
      opened.clear()
    },
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
