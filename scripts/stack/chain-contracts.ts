import { ESCROW_FACTORY_SALT } from '@gateway/chains/evm/escrow/escrow-factory'
import { FACTORY_SALT } from '@gateway/chains/evm/flush/deposit-factory'
import { depositFactoryInitCode } from '@gateway/chains/evm/generated/deposit-contracts'
import { escrowFactoryInitCode } from '@gateway/chains/evm/generated/escrow-contracts'
import { testUsdcAbi, testUsdcInitCode } from '@gateway/chains/evm/generated/test-contracts'
import { type DevnetChain, devnetChains, driverOf, type RunningNodes } from '@gateway/devnet/chains'
import { type EvmNode, evmFaucet } from '@gateway/devnet/evm/evm'
import { contractAddress, ensureContract } from '@gateway/devnet/evm/evm-deploy'
import { mineEvm, sendEvm, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { type Address, concatHex, encodeAbiParameters, encodeFunctionData } from 'viem'

/** The contracts of the devnet's EVM chains: at the same addresses on each. */
export interface ChainContracts {
  readonly factory: Address
  readonly usdc: Address
}

const FAUCET_UNITS = 1_000_000_000_000_000n

const factory = { initCode: depositFactoryInitCode, salt: FACTORY_SALT }
const escrowFactory = { initCode: escrowFactoryInitCode, salt: ESCROW_FACTORY_SALT }
const usdc = {
  initCode: concatHex([testUsdcInitCode, encodeAbiParameters([{ type: 'address' }], [evmFaucet.address])]),
  salt: FACTORY_SALT,
}

/** Contract addresses of every devnet, known in advance, because the CREATE2 deployer determines them. */
export const devnetContracts: ChainContracts = { factory: contractAddress(factory), usdc: contractAddress(usdc) }

/** The contract or mint of a chain's USDC. */
export const usdcOf = (chain: DevnetChain): string => (chain === 'SOL' ? solanaUsdc.mint : devnetContracts.usdc)

/** Deploys the contracts on every EVM chain. */
export async function deployContracts(nodes: Partial<RunningNodes>): Promise<void> {
  const evm = devnetChains.filter((chain) => driverOf(chain).chainId !== undefined)
  await Promise.all(evm.flatMap((chain) => nodes[chain] ?? []).map(deployOn))
}

/** Deploys both factories (by the CREATE2 deployer, at their fixed addresses) and a test USDC, and funds the faucet with USDC; idempotent. */
async function deployOn(evm: EvmNode): Promise<void> {
  await ensureContract(evm, factory)
  await ensureContract(evm, escrowFactory)
  await ensureContract(evm, usdc)
  if ((await tokenBalance(evm, { token: devnetContracts.usdc, address: evmFaucet.address })) === 0n) {
    await sendEvm(evm, {
      to: devnetContracts.usdc,
      input: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [evmFaucet.address, FAUCET_UNITS] }),
    })
    await mineEvm(evm, 1)
  }
}
