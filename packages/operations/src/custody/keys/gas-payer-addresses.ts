import { addressOfKey } from '@gateway/chains/evm/keys'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { Rails } from '@gateway/chains/registry'
import type { SignerKeys } from './signer-keys.ts'

/** The gas payers by chain. */
export const gasPayerAddressesOf = (keys: Pick<SignerKeys, 'gasPayerKey'>, rails: Rails): Readonly<Record<string, string>> =>
  Object.fromEntries([...rails.values()].filter(isEvmRail).map(({ chain }) => [chain, addressOfKey(keys.gasPayerKey(chain))]))
