import type { Rails } from '@gateway/chains/registry'
import { hasGasPayer } from '@gateway/domain/money/chain-facts'
import type { SignerKeys } from './signer-keys.ts'

/** The gas payers by chain. */
export const gasPayerAddressesOf = (keys: Pick<SignerKeys, 'gasPayerAddress'>, rails: Rails): Readonly<Record<string, string>> =>
  Object.fromEntries([...rails.values()].filter(hasGasPayer).map(({ chain }) => [chain, keys.gasPayerAddress(chain)]))
