import { randomBytes } from 'node:crypto'
import { getAddress, isAddress } from 'viem'
import type { ChainDriver } from '../chain-driver.ts'
import { evmHeight, mineEvm, nativeBalance, payNative, payToken, tokenBalance } from './evm-faucet.ts'
import { evmFaucet, type EvmNode, evmPlatform, type RunningEvm, startEvm } from './evm.ts'

/** An EVM chain of the devnet. */
interface EvmFacts {
  readonly name: string
  readonly chainId: number
  readonly blockSeconds: number
}

/** Drives a chain of an anvil. Nobody holds a key of a new address, so what it receives stays there. */
export const evmDriver = ({ name, chainId, blockSeconds }: EvmFacts): ChainDriver<EvmNode, RunningEvm> => ({
  name,
  program: 'anvil',
  log: 'anvil.log',
  blockSeconds,
  chainId,
  faucetAddress: evmFaucet.address,
  faucetKey: evmFaucet.key,
  start: ({ blockSeconds: blockTimeSeconds, ...place }) => startEvm({ ...place, chainId, blockTimeSeconds }),
  mine: mineEvm,
  height: evmHeight,
  newAddress: async () => getAddress(`0x${randomBytes(20).toString('hex')}`),
  platformAddress: async () => evmPlatform.address,
  balance: (node, address) => nativeBalance(node, getAddress(address)),
  pay: (node, { to, units }) => payNative(node, { to: getAddress(to), wei: units }),
  isAddress: (text) => isAddress(text),
  tokenBalance: (node, { token, address }) => tokenBalance(node, { token: getAddress(token), address: getAddress(address) }),
  payToken: (node, { token, to, units }) => payToken(node, { token: getAddress(token), to: getAddress(to), units }),
})
