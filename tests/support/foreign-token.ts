import { testUsdcAbi, testUsdcInitCode } from '@gateway/chains/evm/generated/test-contracts'
import { evmFaucet } from '@gateway/devnet/evm/evm'
import { ensureContract } from '@gateway/devnet/evm/evm-deploy'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, getAddress, type Hex, isHex, parseUnits } from 'viem'
import { operate } from './operator.ts'
import { mine, type Story } from './story.ts'

/** A token that the gateway has no asset for; the faucet owns some. */
export async function deployForeignToken(story: Pick<Story, 'evm' | 'chains'>): Promise<Address> {
  const { evm } = story
  const owner = encodeAbiParameters([{ type: 'address' }], [evmFaucet.address])
  const token = await ensureContract(evm, { initCode: concatHex([testUsdcInitCode, owner]) })
  const args = [evmFaucet.address, parseUnits('1', 18)] as const
  await sendEvm(evm, { to: token, input: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args }) })
  await mine(story, 'ETH', 1)
  return token
}

/** Sends the transaction that `flush-call` prints, from a wallet that is not the gateway's. */
export async function flushByHand(story: Story, flush: { id: string; token: string; on?: 'ETH' | 'POL' }): Promise<void> {
  const { id, token, on = 'ETH' } = flush
  const printed = await operate(story, 'flush-call', id, token)
  const [, to = '', data = ''] = /(0x[0-9a-fA-F]{40}) +(0x[0-9a-f]{200,})/.exec(printed) ?? []
  await sendEvm(story.chains[on], { to: getAddress(to), input: hexOf(data) })
  await mine(story, on, 1)
}

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error(`no data of a transaction: ${text}`)
  return text
}
