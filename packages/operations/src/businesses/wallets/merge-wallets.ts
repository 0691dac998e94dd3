import type { NamedWallets } from '@gateway/contract/wire/wallets'

/** Merges the named wallets into the current ones; an empty address removes one. */
export function mergeWallets(current: NamedWallets, named: NamedWallets): NamedWallets {
  return Object.fromEntries(Object.entries({ ...current, ...named }).filter(([, address]) => address !== ''))
}
