import type { ChainCode } from '@gateway/domain/money/asset'
import { bitcoinKeys } from './bitcoin/keys.ts'
import { bitcoinChains } from './definitions/bitcoin.ts'
import { evmChains } from './definitions/evm.ts'
import { solanaChains } from './definitions/solana.ts'
import { evmKeys } from './evm/keys/keys.ts'
import type { KeyDeriver } from './key-account.ts'
import { eachChain } from './settings.ts'
import { solanaKeys } from './solana/keys/keys.ts'

/** The deriver of each chain: its family's. */
export const keyDerivers: { readonly [Chain in ChainCode]?: KeyDeriver } = {
  ...eachChain(bitcoinChains, () => bitcoinKeys),
  ...eachChain(evmChains, () => evmKeys),
  ...eachChain(solanaChains, () => solanaKeys),
}
