import { type LoggedTransfer, nameTokenTransfers } from '@gateway/chains/evm/blocks/name-token-transfers'
import type { Block } from '@gateway/chains/rail/block'
import type { Context } from '@gateway/operations/kernel/context'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { parseUnits } from 'viem'
import { readBlock } from '../watching/read-block.ts'

/** Lets the scanner read a block that pays some payments in full: one commit with an event for each. */
export const payInBlock = (ctx: Context, payments: readonly ShownPayment[]): Promise<void> =>
  readBlock(ctx, (head) => blockThatPays(payments, head))

const USDC_DECIMALS = 6

function blockThatPays(payments: readonly ShownPayment[], { height, parentHash }: { height: number; parentHash: string }): Block {
  const logged = payments.map(({ payment_address: to, crypto_amount: amount }, index): LoggedTransfer => {
    const txId = `0x${height.toString(16)}f${index}`
    return { txId, to: to.toLowerCase(), asset: 'USDC_ETH', token: null, units: parseUnits(amount, USDC_DECIMALS), logIndex: index }
  })
  const transfers = nameTokenTransfers(logged)
  const txIds = transfers.map(({ txId }) => txId)
  return { height, hash: `block-${height}`, parentHash, at: new Date(), txIds, transfers, inputs: [], flushes: [] }
}
