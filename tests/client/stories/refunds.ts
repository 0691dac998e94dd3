import type * as T from '@gateway/client'
import { expect } from 'vitest'
import { pay } from '../../support/customer.ts'
import { untilForwarded } from '../../support/forwarding.ts'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectTwice } from '../wire-members.ts'

const ADDRESS = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const TX = '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e'
/** Much less than a payment receives: each story takes its own part of one. */
const PART = { amount_crypto: '0.00000546' }

const payments = new WeakMap<Ground, Promise<string>>()

/** The id of a payment whose money is in the merchant's wallet; one for all stories. */
function forwardedPayment(ground: Ground): Promise<string> {
  const known = payments.get(ground) ?? forward(ground)
  payments.set(ground, known)
  return known
}

async function forward({ story }: Ground): Promise<string> {
  const asked = await story.shop.ask({ amount: 60, blockchain: 'BTC' })
  await pay(story, asked)
  await untilForwarded(story, asked)
  return asked.id
}

/** A refund of a part of it. */
async function started(ground: Ground, terms: T.PaymentsRefundData['body'] = {}) {
  const id = await forwardedPayment(ground)
  const { refund } = await ground.clientOf(ground.shop.key).payments.refund(id, { ...PART, ...terms })
  return { id, refund }
}

const ofRefund = async (ground: Ground, terms: T.PaymentsRefundData['body'] = {}) => {
  const { id, refund } = await started(ground, terms)
  return { ids: [id, refund.id] }
}

/** A refund whose offer is over, so that it can be renewed. */
async function expiredRefund(ground: Ground): Promise<string[]> {
  const { id, refund } = await started(ground)
  await endOffer(ground, refund)
  return [id, refund.id]
}

const endOffer = ({ story }: Ground, { id }: { readonly id: string }) =>
  story.sql.query(`UPDATE assisted_refund SET offer_ends_at = now() WHERE id = $1`, [id])

export const refundStories: StoryTable = {
  'payments.refund': {
    usual: async (ground) => ({ ids: [await forwardedPayment(ground)], input: PART }),
    done: {
      'money that is in the merchant’s wallet is refunded by the merchant': async (ground) => {
        const id = await forwardedPayment(ground)
        const answer = await ground.clientOf(ground.shop.key).payments.refund(id, { amount: 1.5, reason: 'Out of stock' })
        expectTwice(answer, 'refund', 'paymentRefund')
        const terms = { payment_id: id, paid_by: 'merchant', amount: 1.5, currency: 'USD', rate: 'payment', amount_crypto: '0.000025' }
        expect(answer.refund).toMatchObject({ ...terms, status: 'offered', address: null, amount_paid: '0', reason: 'Out of stock' })
        expect(answer.refund.refund_url).toMatch(/\/refund\/ret_[\w-]{43}$/)
        expect(answer.refund.pay_url).toMatch(/\/pay-refund\/ret_[\w-]{43}$/)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an amount in the currency and another in the coin', input: { amount: 1 } },
      INVALID_AMOUNT: { when: 'for more coin than the payment has received', input: { amount_crypto: '1' } },
      INVALID_ADDRESS: { when: 'for no address', input: { address: 'nobody' } },
    },
  },

  'payments.refunds': {
    usual: async (ground) => ({ ids: [await forwardedPayment(ground)] }),
    done: {
      'what goes back is listed without its links': async (ground) => {
        const { id, refund } = await started(ground)
        const { refunds, total, pagination } = await ground.clientOf(ground.shop.key).payments.refunds(id)
        expect(pagination).toEqual({ total, limit: 50, offset: 0, has_more: false })
        expect(refunds.find((one) => one.id === refund.id)).toEqual({ ...refund, refund_url: null, pay_url: null })
        for (const one of refunds) expectMembers(one, 'paymentRefund')
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of no rows', input: { limit: 0 } } },
  },

  'payments.cancelRefund': {
    usual: ofRefund,
    done: {
      'its amount can be refunded otherwise': async (ground) => {
        const { id, refund } = await started(ground)
        const client = ground.clientOf(ground.shop.key)
        const answer = await client.payments.cancelRefund(id, refund.id)
        expectTwice(answer, 'refund', 'paymentRefund')
        expect(answer.refund).toMatchObject({ id: refund.id, status: 'cancelled', amount_paid: '0' })
        await expect(client.payments.cancelRefund(id, refund.id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
      },
    },
  },

  'payments.renewRefund': {
    usual: async (ground) => ({ ids: await expiredRefund(ground) }),
    done: {
      'an expired refund is offered again by new links': async (ground) => {
        const { id, refund } = await started(ground)
        const client = ground.clientOf(ground.shop.key)
        await expect(client.payments.renewRefund(id, refund.id)).rejects.toMatchObject({ code: 'INVALID_STATE' })
        await endOffer(ground, refund)
        const answer = await client.payments.renewRefund(id, refund.id)
        expectTwice(answer, 'refund', 'paymentRefund')
        expect(answer.refund).toMatchObject({ id: refund.id, status: 'offered' })
        expect(answer.refund.refund_url).not.toBe(refund.refund_url)
      },
    },
  },

  'payments.nameRefundTransaction': {
    usual: async (ground) => ({ ...(await ofRefund(ground, { address: ADDRESS })), input: { tx_hash: TX } }),
    done: {
      'the gateway looks for the transaction': async (ground) => {
        const { id, refund } = await started(ground, { address: ADDRESS })
        const answer = await ground.clientOf(ground.shop.key).payments.nameRefundTransaction(id, refund.id, { tx_hash: TX })
        expectTwice(answer, 'refund', 'paymentRefund')
        expect(answer.refund).toMatchObject({ id: refund.id, status: 'named', named_transactions: [{ tx_hash: TX }] })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a text that is no transaction', input: { tx_hash: 'nonsense' } } },
  },
}
