import { setTimeout as pause } from 'node:timers/promises'
import {
  type Address,
  createTestClient,
  getAddress,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { encodeEscrowFactoryDeployment, ESCROW_FACTORY_SALT, escrowFactoryAddress } from '../src/evm/escrow/escrow-factory.ts'
import { CREATE2_DEPLOYER, encodeFactoryDeployment, factoryAddress } from '../src/evm/flush/deposit-factory.ts'

/** A transaction of a test; `from` defaults to the chain's operator account. */
export interface Call {
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly from?: Address
}

/** An impersonated account: it can send, although its key does not exist. */
export const OPERATOR: Address = '0x00000000000000000000000000000000000a11ce'

const RECEIPT_WITHIN_MS = 20_000

/** A client of an anvil node whose operator account has coins to spend. */
export async function openAnvil(rpcUrl: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
  await client.impersonateAccount({ address: OPERATOR })
  await client.setBalance({ address: OPERATOR, value: 10n ** 24n })
  return client
}

/** See `openAnvil`. */
export type Anvil = Awaited<ReturnType<typeof openAnvil>>

/** Broadcasts a call without waiting for it. */
export async function submit(chain: Anvil, { from = OPERATOR, ...call }: Call): Promise<Hex> {
  return chain.sendTransaction({ account: from, chain: null, ...call })
}

/** Sends a call and returns its receipt, whether it succeeded or reverted. */
export async function send(chain: Anvil, call: Call): Promise<TransactionReceipt> {
  return awaitReceipt(chain, await submit(chain, call))
}

/** Sends several calls and waits for all of them; one reverting is an error. */
export async function sendAll(chain: Anvil, calls: readonly Call[]): Promise<void> {
  const hashes: Hex[] = []
  for (const call of calls) hashes.push(await submit(chain, call))
  for (const hash of hashes) if ((await awaitReceipt(chain, hash)).status !== 'success') throw new Error(`Transaction ${hash} reverted.`)
}

/** Deploys init code and returns the contract's address. */
export async function deploy(chain: Anvil, initCode: Hex): Promise<Address> {
  const { contractAddress, status } = await send(chain, { data: initCode })
  if (status !== 'success' || !contractAddress) throw new Error('The deployment reverted.')
  return getAddress(contractAddress)
}

/** Deploys the deposit factory at its address, unless it is there already. */
export const installFactory = (chain: Anvil): Promise<Address> => install(chain, factoryAddress(), encodeFactoryDeployment())

/** Deploys the escrow factory at its address, unless it is there already. */
export const installEscrowFactory = (chain: Anvil, salt: Hex = ESCROW_FACTORY_SALT): Promise<Address> =>
  install(chain, escrowFactoryAddress(salt), encodeEscrowFactoryDeployment(salt))

async function install(chain: Anvil, address: Address, data: Hex): Promise<Address> {
  if ((await chain.getCode({ address })) === undefined) await sendAll(chain, [{ to: CREATE2_DEPLOYER, data }])
  return address
}

/** The receipt of a transaction. viem's own wait polls only when the block number changes, which with automining may be never. */
export async function awaitReceipt(chain: Anvil, hash: Hex): Promise<TransactionReceipt> {
  const deadline = Date.now() + RECEIPT_WITHIN_MS
  while (Date.now() < deadline) {
    const receipt = await chain.getTransactionReceipt({ hash }).catch((cause: unknown) => {
      if (cause instanceof TransactionReceiptNotFoundError) return undefined
      throw cause
    })
    if (receipt !== undefined) return receipt
    await pause(5)
  }
  throw new Error(`Transaction ${hash} has no receipt after ${RECEIPT_WITHIN_MS} ms.`)
}
