import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { tables } from '@gateway/db/tables'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { createHash } from 'node:crypto'
import type { TestShop } from './test-shop.ts'

const HOUR_MS = 3_600_000
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What an end makes of a row: nothing is looked at any more, and only what was settled has a proof. */
const endOf = (state: LightningPaymentEntity['state'], now: Date) => ({
  lookAt: state === 'pending' ? now : null,
  settledAt: state === 'settled' ? now : null,
  preimage: state === 'settled' ? hashOf('preimage') : null,
})

/** Writes payments of a wallet as the roles do that have a node, without one; each is a second younger than the one before. */
export const lightningRows = ({ ctx }: TestShop, wallet: LightningWallet) => ({
  add: async ({ state = 'pending', direction = 'incoming', ...more }: Partial<LightningPaymentEntity>): Promise<string> => {
    ctx.clock.advance(1_000)
    const [id, now] = [ctx.ids.uuid(), ctx.clock.now()]
    const { id: nodeId, merchantId, businessId, mode, walletId } = wallet
    const terms = { amountMsat: 1_000_000n, reserveMsat: 0n, feeMsat: 0n, isInternal: false, lnurlMetadata: null, description: null }
    const names = {
      paymentHash: hashOf(id),
      paymentRequest: `lnbcrt1${id}`,
      destination: direction === 'outgoing' ? 'ada@pay.example' : null,
    }
    const times = { expiresAt: new Date(now.getTime() + HOUR_MS), createdAt: now, updatedAt: now, eventSequence: 0, ...endOf(state, now) }
    const row = { id, nodeId, merchantId, businessId, mode, walletId, direction, ...terms, ...names, ...times, ...more }
    await tables(ctx.orm.em.fork())
      .insertInto('lightning_payment')
      .values({ ...row, state } as never) // The state of a guarded table is written by its door alone, which needs a node.
      .execute()
    return id
  },

  /** The policy keeps a send from the node. */
  hold: async (paymentId: string, problem: string): Promise<void> => {
    const attempt = { paymentId, paymentHash: hashOf(paymentId), paymentRequest: `lnbcrt1${paymentId}`, amountMsat: null, proof: null }
    await tables(ctx.orm.em.fork())
      .insertInto('lightning_attempt')
      .values({ ...attempt, feeLimitMsat: 10_000n, state: 'signed', calls: 0, firstCalledAt: null, lastProblem: problem })
      .execute()
  },

  /** The node was asked to pay a send that was held, and has no end of it. */
  hand: async (paymentId: string, problem: string): Promise<void> => {
    await tables(ctx.orm.em.fork())
      .updateTable('lightning_attempt')
      .set({ state: 'broadcast', calls: 2, firstCalledAt: ctx.clock.now(), lastProblem: problem })
      .where('paymentId', '=', paymentId)
      .execute()
  },
})
