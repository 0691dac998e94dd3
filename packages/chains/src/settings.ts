import type { ChainCode } from '@gateway/domain/money/asset'
import type { z } from 'zod'
import { bitcoinSettings } from './bitcoin/settings.ts'
import { bitcoinChains } from './definitions/bitcoin.ts'
import { evmChains } from './definitions/evm.ts'
import { solanaChains } from './definitions/solana.ts'
import { evmSettings } from './evm/settings.ts'
import { solanaSettings } from './solana/settings.ts'

/** Something for every chain of a table. */
export function eachChain<Chain extends string, One>(
  table: Readonly<Record<Chain, unknown>>,
  one: (chain: Chain) => One,
): Readonly<Record<Chain, One>> {
  const chains = Object.keys(table) as Chain[] // Object.keys forgets the type of the keys,
  return Object.fromEntries(chains.map((chain) => [chain, one(chain)])) as Record<Chain, One> // and fromEntries that all are there.
}

/** The settings of each chain, in the words of its family and without its prefix. */
const chainSettings = {
  ...eachChain(bitcoinChains, bitcoinSettings),
  ...eachChain(evmChains, evmSettings),
  ...eachChain(solanaChains, () => solanaSettings),
}
type ChainSettings = typeof chainSettings

/** A chain for which this version has a rail. */
export type ServedChain = keyof ChainSettings

/** Chains for which this version has a rail. */
export const servedChains = Object.keys(chainSettings) as [ServedChain, ...ServedChain[]] // The type of the keys again.

/** True for a chain for which this version has a rail. */
export const isServedChain = (chain: ChainCode): chain is ServedChain => Object.hasOwn(chainSettings, chain)

/** For whom a setting is: every process, those that talk to nodes, or the signer. */
type Part = 'rail' | 'node' | 'caps'
type NameOf<P extends Part> = { [Chain in ServedChain]: `${Chain}_${keyof ChainSettings[Chain][P] & string}` }[ServedChain]
type ShapeOf<P extends Part> = {
  readonly [Name in NameOf<P>]: Name extends `${infer Chain extends ServedChain}_${infer Own}`
    ? ChainSettings[Chain][P][Own & keyof ChainSettings[Chain][P]]
    : never
}

/** The settings of all chains with their prefixes, as environment variables: `BTC_RPC_URL`, `ETH_RPC_URL`. */
export function prefixed<P extends Part>(part: P): ShapeOf<P> {
  const named = servedChains.flatMap((chain) =>
    Object.entries<z.ZodType>(chainSettings[chain][part]).map(([name, setting]) => [`${chain}_${name}`, setting]),
  )
  return Object.fromEntries(named) as ShapeOf<P> // The type says what the loop does.
}

type OwnName<Name, Chain extends ServedChain> = Name extends `${Chain}_${infer Own}` ? Own : never

/** Parsed settings in which those of the chains are a map by chain, without their prefixes. */
export type ByChain<Flat> = { readonly [Name in keyof Flat as OwnName<Name, ServedChain> extends never ? Name : never]: Flat[Name] } & {
  readonly chains: { readonly [Chain in ServedChain]: { readonly [Name in keyof Flat as OwnName<Name, Chain>]: Flat[Name] } }
}

/** Moves the settings of the chains into a map by chain: `ETH_RPC_URL` becomes `chains.ETH.RPC_URL`. */
export function byChain<Flat extends object>(flat: Flat): ByChain<Flat> {
  const common: Record<string, unknown> = {}
  const chains: Readonly<Record<string, Record<string, unknown>>> = eachChain(chainSettings, () => ({}))
  for (const [name, value] of Object.entries(flat)) {
    const [prefix = '', ...rest] = name.split('_')
    const own = chains[prefix]
    if (own) own[rest.join('_')] = value
    else common[name] = value
  }
  return { ...common, chains } as ByChain<Flat> // The type says what the loop does.
}
