import { sumOwed } from '@gateway/db/lightning/balance-queries'
import { saveLightningFunds } from '@gateway/db/lightning/funds-queries'
import { setTimeout as pause } from 'node:timers/promises'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'

const READINGS = 5
const BETWEEN_MS = 500

/**
 * Stores what the node's channels hold beside what the wallets have, for the invariant that compares both (I9).
 *
 * A payment is in the node before it is in the ledger, and leaves it before it leaves the ledger. So the ledger is read before and after the node, the smaller
 * sum counts, and a shortfall is read again: only one that stays is stored.
 *
 * @throws {LightningUnavailable} when the node does not answer.
 */
export async function storeFunds(ctx: InvoiceContext): Promise<void> {
  for (let reading = 1; ; reading++) {
    const funds = await readFunds(ctx)
    const isCovered = funds.owedMsat <= funds.localMsat + funds.unsettledLocalMsat + funds.pendingLocalMsat
    if (isCovered || reading === READINGS) return saveLightningFunds(ctx.orm.em.fork(), funds)
    await pause(BETWEEN_MS)
  }
}

async function readFunds({ orm, clock, invoices }: InvoiceContext) {
  const before = await sumOwed(orm.em.fork())
  const { localMsat, unsettledLocalMsat, pendingLocalMsat, remoteMsat } = await invoices.channelBalance()
  const after = await sumOwed(orm.em.fork())
  return { localMsat, unsettledLocalMsat, pendingLocalMsat, remoteMsat, owedMsat: before < after ? before : after, asOf: clock.now() }
}
