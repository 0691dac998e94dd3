import type { DevnetChain } from '@gateway/devnet/chains'
import { assetOf } from '@gateway/domain/money/asset'
import { chainOf, payableAsset, payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { hasReadAll } from './chain-heights.ts'
import { say } from './say.ts'
import { mine, type Story } from './story.ts'

/** Blocks between two looks, where so many confirmations are needed that one at a time takes long. */
const FEW: Readonly<Partial<Record<DevnetChain, number>>> = { POL: 43, ETH: 4, SOL: 5 }

/** An escrow as the API answers it. */
export type ShownEscrow = Readonly<Record<string, unknown>>

/** The parts of an escrow that its payment needs. */
export interface PayableEscrow {
  readonly id: string
  readonly chain: string
  readonly escrow_address: string
  readonly amount: number
}

/** Reads an escrow again and again, and mines whenever its chain is read, until it is in order. */
export const escrowReaches = (
  story: Story,
  { id, chain }: Pick<PayableEscrow, 'id' | 'chain'>,
  isThere: (escrow: ShownEscrow) => boolean,
): Promise<ShownEscrow> =>
  eventually(`escrow ${id} to reach the awaited state`, async () => {
    const mined = chainOf(payableAsset(chain))
    const isRead = await hasReadAll(story, mined)
    const { body } = await say(story.gateway.api, `GET /escrow/${id}`)
    if (isThere(body)) return body
    if (isRead) await mine(story, mined, FEW[mined] ?? 1)
    return undefined
  })

/** Pays an escrow, by default its whole amount, and mines until it is funded. */
export async function fundEscrow(story: Story, escrow: PayableEscrow, coins = escrow.amount): Promise<ShownEscrow> {
  const asset = payableAsset(escrow.chain)
  const units = BigInt(Math.round(coins * 10 ** assetOf(asset).decimals))
  await payAsset(story.chains, asset, { to: escrow.escrow_address, units })
  return escrowReaches(story, escrow, ({ status }) => status === 'funded')
}
