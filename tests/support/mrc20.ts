import { NATIVE_TRANSFER_TOPIC } from '@gateway/chains/evm/blocks/decode-native-transfer'
import { TRANSFER_TOPIC } from '@gateway/chains/evm/blocks/decode-token-transfer'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, pad } from 'viem'
import type { Story } from './story.ts'

/** The address of Polygon's native coin as a token. */
const MRC20: Address = '0x0000000000000000000000000000000000001010'
/** Its token on Ethereum, which the contract names in its own logs. */
const ROOT_TOKEN: Address = '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0'

const LOG = { 3: '0xa3', 4: '0xa4' } as const
// CALLER, ADDRESS (of the contract), and the first argument of transfer(address,uint256).
const [SENDER, ITSELF, RECEIVER] = ['0x33', '0x30', '0x600435'] as const satisfies readonly Hex[]
const word = (bytes: Hex): Hex => concatHex(['0x7f', pad(bytes)])
/** Code that logs the value of the call under these topics, then the balances, which nobody reads. */
const logs = (...topics: readonly Hex[]): Hex =>
  concatHex([...topics.toReversed(), topics.length === 3 ? '0x6020' : '0x60a0', '0x5f', LOG[topics.length === 3 ? 3 : 4]])
const nodeLogs = (from: Hex, to: Hex): Hex => logs(word(NATIVE_TRANSFER_TOPIC), ITSELF, from, to)
const BEGIN: Hex = '0x345f52' // The value of the call is the first word of memory.
const PAY: Hex = concatHex(['0x5f5f5f5f34', RECEIVER, '0x5af150']) // CALL the receiver with the value of this call.
const STOP: Hex = '0x00'

/**
 * What stands at the address of the coin: `mainnet` moves the value and logs four times as bor and its contract do, two of them in the node's place;
 * `unknown_log` moves the value, and the node's log shows it twice.
 */
const contracts = {
  mainnet: concatHex([
    BEGIN,
    nodeLogs(SENDER, ITSELF),
    PAY,
    nodeLogs(ITSELF, RECEIVER),
    logs(word(TRANSFER_TOPIC), SENDER, RECEIVER),
    logs(word(NATIVE_TRANSFER_TOPIC), word(ROOT_TOKEN), SENDER, RECEIVER),
    STOP,
  ]),
  unknown_log: concatHex([BEGIN, nodeLogs(SENDER, ITSELF), PAY, nodeLogs(ITSELF, RECEIVER), nodeLogs(SENDER, RECEIVER), STOP]),
} as const

/** Installs the contract of Polygon's coin, which the devnet lacks; without a kind, removes it. */
export const placeMrc20 = ({ chains }: Pick<Story, 'chains'>, kind?: keyof typeof contracts): Promise<unknown> =>
  callRpc(chains.POL.rpc, { method: 'anvil_setCode', params: [MRC20, kind ? contracts[kind] : '0x'] })

/** Pays POL by `transfer(address,uint256)` of the coin with its value, as wallets do that treat it as a token. */
export const payByTokenInterface = ({ chains }: Pick<Story, 'chains'>, { to, wei }: { to: Address; wei: bigint }): Promise<Hex> =>
  sendEvm(chains.POL, { to: MRC20, wei, input: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, wei] }) })
