import type { Rails } from '@gateway/chains/registry'
import type { SignerKeys } from './signer-keys.ts'

/** The gas payers by chain. */
export const gasPayerAddressesOf = (keys: Pick<SignerKeys, 'gasPayerAddress'>, rails: Rails): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...rails.values()].filter(({ networkFee }) => networkFee === 'from_platform').map(({ chain }) => [chain, keys.gasPayerAddress(chain)]),
  )
