import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import { sendEvm } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { concatHex, getAddress, type Hex, numberToHex, size } from 'viem'
import type { Story } from './story.ts'

/** The fee of the starter plan. */
const FEE_BPS = 100
/** Offsets of the instruction after the assertion, and of the program's end, where the calldata for the factory begins. */
const [ASSERTED, PROGRAM_BYTES] = [70, 72]

const word = (value: number, bytes: number): Hex => numberToHex(value, { size: bytes })

/** A contract pays ether to a deposit address and flushes it in the transaction of its creation, so no block shows the deposit. */
export function payAndFlush(story: Story, asked: ShownPayment, wei: bigint): Promise<Hex> {
  const { evm, shop, around, contracts } = story
  const terms = toContractTerms({ id: asked.id, merchant: shop.wallets.ETH, platform: around.platformAddresses.ETH, feeBps: FEE_BPS })
  const flush = encodeFlush(terms, null)
  const flushBytes = word(size(flush), 2)
  const program = concatHex([
    // CALL(gas, deposit address, all of the value), POP
    ...(['0x5f5f5f5f3473', getAddress(asked.payment_address), '0x5af150'] as const),
    // CODECOPY(0, the end of the program, size of the calldata)
    ...(['0x61', flushBytes, '0x60', word(PROGRAM_BYTES, 1), '0x5f39'] as const),
    // CALL(gas, factory, no value, that calldata); INVALID unless it has succeeded
    ...(['0x5f5f61', flushBytes, '0x5f5f73', contracts.factory, '0x5af1', '0x60', word(ASSERTED, 1), '0x57fe5b00'] as const),
  ])
  return sendEvm(evm, { input: concatHex([program, flush]), wei })
}
