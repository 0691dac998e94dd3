import type { Rails } from '@gateway/chains/registry'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SignerKeys } from './signer-keys.ts'
import { gasPayerAddressesOf } from './gas-payer-addresses.ts'
import { replaceDurableFile, createDurableFile } from './durable-file.ts'

const ByChain = z.record(z.string(), z.string().min(1))

const PublicKeyDer = z.string().refine((text) => {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}, 'must be an Ed25519 public key')

/** The public facts about the seed; none is secret and none can move funds. */
export const PublicKeyFile = z.strictObject({
  v: z.literal(1),
  deploymentId: z.string().min(1),
  /** Network by chain, such as `{ BTC: 'regtest', ETH: '31337' }`. */
  networks: ByChain,
  generation: z.int().min(0),
  /** Ed25519 key that signs pool addresses: base64 of SPKI DER, as `POOL_PUBLIC_KEY` takes it. */
  poolPublicKey: PublicKeyDer,
  /** Addresses that pay gas, by chain, as `GAS_PAYER_ADDRESSES` takes them. */
  gasPayerAddresses: ByChain,
  /** Accounts that decide new escrow contracts, by chain, as `DECIDER_ADDRESSES` takes them. */
  deciderAddresses: ByChain.prefault({}),
})
/** The checked content of the file of public facts. */
export type PublicKeyFile = z.output<typeof PublicKeyFile>

/** The file does not describe custody; nothing may be configured from it. */
export class PublicKeyFileRefused extends Error {
  override readonly name = 'PublicCustodyRefused'
  constructor(path: string, options?: ErrorOptions) {
    super(`${path} is not a file that \`custody init\` has written`, options)
  }
}

/** The public facts about the keys of a seed. */
export function describePublicKeys(keys: SignerKeys, input: { deploymentId: string; rails: Rails; generation: number }): PublicKeyFile {
  const rails = [...input.rails.values()]
  return {
    v: 1,
    deploymentId: input.deploymentId,
    networks: Object.fromEntries(rails.map(({ chain, network }) => [chain, network])),
    generation: input.generation,
    poolPublicKey: textOfPublicKey(keys.poolPublicKey),
    gasPayerAddresses: gasPayerAddressesOf(keys, input.rails),
    deciderAddresses: deciderAddressesOf(keys, input.rails),
  }
}

const deciderAddressesOf = (keys: SignerKeys, rails: Rails): Readonly<Record<string, string>> =>
  Object.fromEntries([...rails.values()].filter(({ escrows }) => escrows).map(({ chain }) => [chain, keys.deciderAddress(chain)]))

/** A public key as files and settings hold it: base64 of SPKI DER. */
export const textOfPublicKey = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

const ALL_READ = 0o644

/** Writes the description as a world-readable file. @throws {FileExists} when there is one. */
export const writePublicKeyFile = (path: string, facts: PublicKeyFile): void =>
  createDurableFile(path, { text: `${JSON.stringify(facts, null, 2)}\n`, mode: ALL_READ })

/** Replaces the description with that of a new generation. */
export const replacePublicKeyFile = (path: string, facts: PublicKeyFile): void =>
  replaceDurableFile(path, { text: `${JSON.stringify(facts, null, 2)}\n`, mode: ALL_READ })

/** @throws {PublicKeyFileRefused} when the file cannot be read or has another format. */
export function readPublicKeyFile(path: string): PublicKeyFile {
  try {
    return PublicKeyFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new PublicKeyFileRefused(path, { cause })
  }
}
