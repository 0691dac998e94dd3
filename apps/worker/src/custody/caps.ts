import { bitcoinChains } from '@gateway/chains/definitions/bitcoin'
import { evmChains } from '@gateway/chains/definitions/evm'
import type { FeeCapSettings } from '@gateway/chains/env'
import { eachChain } from '@gateway/chains/settings'
import { defaultFeeCaps } from '@gateway/domain/custody/rules'
import type { SignerContext } from '@gateway/operations/custody/signer-context'

const MILLISATS = 1_000n

/** The signer's caps by chain, as the operator set them. */
export const capsOf = ({ chains }: FeeCapSettings): Pick<SignerContext, 'gasCaps' | 'feeRateCaps' | 'feeCaps'> => ({
  gasCaps: eachChain(evmChains, (chain) => ({
    maxFeePerGas: chains[chain].FEE_CAP_GWEI,
    maxPriorityFeePerGas: chains[chain].TIP_CAP_GWEI,
  })),
  feeRateCaps: eachChain(bitcoinChains, (chain) => BigInt(chains[chain].FEE_CAP_SAT_PER_VBYTE) * MILLISATS),
  feeCaps: {
    ...defaultFeeCaps,
    ...eachChain(bitcoinChains, (chain) => ({ shareBps: chains[chain].FEE_CAP_BPS, floorUnits: chains[chain].FEE_CAP_FLOOR })),
  },
})
