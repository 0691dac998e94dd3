import type { NamedWallets } from '@gateway/contract/wire/wallets'

/** The wallets after naming some: the others stay, an empty address removes one. */
export function mergeWallets(current: NamedWallets, named: NamedWallets): NamedWallets {
  return Object.fromEntries(Object.entries({ ...current, ...named }).filter(([, address]) => address !== ''))
}
