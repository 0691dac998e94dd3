import { bitcoinChains } from '@gateway/chains/definitions/bitcoin'
import { evmChains } from '@gateway/chains/definitions/evm'
import { solanaChains } from '@gateway/chains/definitions/solana'
import { eachChain } from '@gateway/chains/settings'
import type { ChainCode } from '@gateway/domain/money/asset'
import { bitcoinSigner } from './bitcoin/bitcoin-signer.ts'
import { evmSigner } from './evm/evm-signer.ts'
import { solanaSigner } from './solana/solana-signer.ts'
import type { PayoutSigner } from './payout-signer.ts'

/** The signer of each chain: its family's. */
export const payoutSigners: { readonly [Chain in ChainCode]?: PayoutSigner } = {
  ...eachChain(bitcoinChains, () => bitcoinSigner),
  ...eachChain(evmChains, () => evmSigner),
  ...eachChain(solanaChains, () => solanaSigner),
}
