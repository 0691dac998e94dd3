import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import type { Hex } from 'viem'
import { type Chain, chainOf } from './chains.ts'
import type { Servers } from './servers.ts'

type Addresses = Readonly<Record<Chain, string>>

/** The third of anvil's funded accounts. */
const THIRD_PARTY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** The fee of the starter plan. */
const FEE_BPS = 100

/** Flushes a deposit contract as a third party that knows its terms, and pays the gas. */
export function flushAsThirdParty(
  { nodes }: Pick<Servers, 'nodes'>,
  { payment, wallets, platform }: { payment: ShownPayment; wallets: Addresses; platform: Addresses },
): Promise<Hex> {
  const chain = chainOf(payment.blockchain)
  const terms = toContractTerms({ id: payment.id, merchant: wallets[chain], platform: platform[chain], feeBps: FEE_BPS })
  const token = payment.blockchain === chain ? null : devnetContracts.usdc
  return sendEvm(nodes[chain], { from: THIRD_PARTY, to: devnetContracts.factory, input: encodeFlush(terms, token) })
}
