import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import type { StoryTable } from '../client/story-table.ts'
import { expectMembers, expectTwice } from '../client/wire-members.ts'
import { heldInvoice, overpaidInvoice } from './given.ts'

const TX = '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e'

/** An invoice whose held money is offered back, and the refund. */
async function offered(ground: Ground) {
  const { id } = await heldInvoice(ground)
  const { refund } = await ground.clientOf(ground.shop.key).invoices.refund(id)
  return { id, refund }
}

export const refundStories: StoryTable = {
  'invoices.refund': {
    usual: async (ground) => ({ ids: [(await overpaidInvoice(ground)).id], input: { tx_hash: TX, amount: 1 } }),
    done: {
      'what was given back from elsewhere is noted': async (ground) => {
        const { id } = await overpaidInvoice(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        const answer = await invoices.refund(id, { tx_hash: TX, amount: 19, reason: 'By hand' })
        expectTwice(answer, 'refund', 'invoiceRefund')
        const nothingHeld = { blockchain: null, amount_crypto: null, address: null, refund_url: null, expires_at: null }
        expect(answer.refund).toMatchObject({
          invoice_id: id,
          amount: 19,
          status: 'refunded',
          tx_hashes: [TX],
          reason: 'By hand',
          ...nothingHeld,
        })
      },
      'money that came without a quote is offered back': async (ground) => {
        const { id } = await heldInvoice(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.refund(id, { reason: 'Too late' })
        expectTwice(answer, 'refund', 'invoiceRefund')
        expect(answer.refund).toMatchObject({ status: 'offered', amount: null, blockchain: 'BTC', amount_crypto: '0.001', address: null })
        expect(answer.refund.refund_url).toMatch(/\/refund\/ret_[\w-]{43}$/)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an amount without its transaction', input: { tx_hash: undefined } },
      INVALID_AMOUNT: { when: 'for more than is to be given back', input: { amount: 20 } },
      INVALID_STATE: { when: 'where nothing is held', input: { tx_hash: undefined, amount: undefined } },
      INVALID_ADDRESS: { when: 'for no address', input: { tx_hash: undefined, amount: undefined, address: 'nobody' } },
    },
  },

  'invoices.refunds': {
    usual: async (ground) => ({ ids: [(await overpaidInvoice(ground)).id] }),
    done: {
      'what is offered is listed without its link': async (ground) => {
        const { id, refund } = await offered(ground)
        const { refunds, total } = await ground.clientOf(ground.shop.key).invoices.refunds(id)
        expect(total).toBe(1)
        expect(refunds).toMatchObject([{ id: refund.id, status: 'offered', refund_url: null, amount_crypto: '0.001' }])
        for (const one of refunds) expectMembers(one, 'invoiceRefund')
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of no rows', input: { limit: 0 } } },
  },

  'invoices.cancelRefund': {
    usual: async (ground) => {
      const { id, refund } = await offered(ground)
      return { ids: [id, refund.id] }
    },
    done: {
      'the money stays held, and is offered anew': async (ground) => {
        const { id, refund } = await offered(ground)
        const { invoices } = ground.clientOf(ground.shop.key)
        const answer = await invoices.cancelRefund(id, refund.id)
        expectTwice(answer, 'refund', 'invoiceRefund')
        expect(answer.refund).toMatchObject({ status: 'cancelled', amount_crypto: null })
        await expect(invoices.cancelRefund(id, refund.id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
        expect((await invoices.refund(id)).refund).toMatchObject({ status: 'offered', amount_crypto: '0.001' })
      },
    },
  },
}
