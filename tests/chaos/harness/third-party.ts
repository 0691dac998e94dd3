import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import type { EvmNode } from '@gateway/devnet/evm/evm'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import type { Hex } from 'viem'

/** The third of anvil's funded accounts. */
const THIRD_PARTY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** The fee of the starter plan. */
const FEE_BPS = 100

/** Flushes a deposit contract as a third party that knows its terms, and pays the gas. */
export function flushAsThirdParty(
  evm: EvmNode,
  { payment, merchant, platform }: { payment: ShownPayment; merchant: string; platform: string },
): Promise<Hex> {
  const terms = toContractTerms({ id: payment.id, merchant, platform, feeBps: FEE_BPS })
  const token = payment.blockchain === 'ETH' ? null : devnetContracts.usdc
  return sendEvm(evm, { from: THIRD_PARTY, to: devnetContracts.factory, input: encodeFlush(terms, token) })
}
