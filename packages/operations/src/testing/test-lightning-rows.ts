import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { createHash } from 'node:crypto'
import { appendDecisions } from '../custody/policy/decision-log.ts'
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
export const lightningRows = ({ ctx, signer }: TestShop, wallet: LightningWallet) => ({
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
    await insertTogether(ctx.orm.em.fork(), [{ into: 'lightning_payment', rows: [{ ...row, state }] }])
    return id
  },

  /** What the node was asked of a send: nothing where the policy keeps it from the node. */
  attempt: async (paymentId: string, { calls, lastProblem }: { calls: number; lastProblem: string }): Promise<void> => {
    const terms = {
      paymentId,
      paymentHash: hashOf(paymentId),
      paymentRequest: `lnbcrt1${paymentId}`,
      amountMsat: null,
      feeLimitMsat: 10_000n,
    }
    const asked =
      calls === 0 ? ({ state: 'signed', firstCalledAt: null } as const) : ({ state: 'broadcast', firstCalledAt: ctx.clock.now() } as const)
    const row = { ...terms, ...asked, calls, lastProblem, hasWorkflow: false, proof: null }
    await insertTogether(ctx.orm.em.fork(), [{ into: 'lightning_attempt', rows: [row] }])
    const verdict = { rule: 'all', outcome: 'allow', reason: '' } as const
    const deciding = { ...ctx, keys: signer.keys, decidesAs: 'lightning' } as const
    if (calls > 0) await appendDecisions(ctx.orm.em.fork(), deciding, [{ intent: { id: paymentId }, verdict, facts: {} }])
  },
})
