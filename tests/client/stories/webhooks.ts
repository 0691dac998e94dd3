import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectPage } from '../wire-members.ts'
import { aBirth, aBusiness, aLog, aWebhookTest, justNow } from '../wire-values.ts'

const several = { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }: Ground) => beginner.token }
const noRows = { when: 'for a limit of zero', input: { limit: 0 } }

/** A delivered webhook about a payment, and the payment. */
async function delivered({ clientOf, shop }: Ground) {
  const { payments, webhooks } = clientOf(shop.key)
  const { id: paymentId } = await payments.create({ amount: 20, blockchain: 'ETH' })
  const wish = { payment_id: paymentId, status: 'delivered' as const }
  const log = await eventually('the webhook of a payment', async () => (await webhooks.list(wish)).logs[0])
  return { log, paymentId }
}

export const webhookStories: StoryTable = {
  'webhooks.logs': {
    done: {
      'a business lists its webhook deliveries as a plain array': async (ground) => {
        const { log, paymentId } = await delivered(ground)
        const answer = await ground.clientOf(ground.shop.key).webhooks.logs()
        answer.forEach((entry) => expectMembers(entry, 'log'))
        expect(answer.find(({ id }) => id === log.id)).toEqual(aLog('payment.created', paymentId))
      },
    },
    refused: { VALIDATION_ERROR: noRows, BUSINESS_REQUIRED: several },
  },

  'webhooks.list': {
    done: {
      'a business lists its webhook deliveries by status': async (ground) => {
        const { paymentId } = await delivered(ground)
        const { list } = ground.clientOf(ground.shop.key).webhooks
        expectPage(await list({ status: 'failed' }), 'logs', { noun: 'delivery', total: 0 })
        const ofPayment = await list({ payment_id: paymentId })
        expectPage(ofPayment, 'logs', { noun: 'delivery', total: 1 })
        expect(ofPayment.logs).toEqual([{ ...aLog('payment.created', paymentId), success: true }])
        justNow(ofPayment.logs[0]?.created_at)
        const { logs } = await list({ status: 'delivered', limit: 100 })
        expect(logs).toContainEqual(ofPayment.logs[0])
        expect(logs.every(({ success, next_attempt_at: next }) => success && next === null)).toBe(true)
      },
    },
    refused: { VALIDATION_ERROR: noRows, BUSINESS_REQUIRED: several },
  },

  'webhooks.test': {
    done: {
      'a business sees the answer of its receiver to a sample event': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).webhooks.test({ event_type: 'payment.expired' })
        expect(answer).toEqual(aWebhookTest('payment.expired'))
        expect(shop.receiver.received.map(({ type }) => type)).toContain('payment.expired')
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an unknown event', input: { event_type: 'payment.stolen' } },
      WEBHOOK_URL_MISSING: { when: 'without a receiver', apiKey: ({ beginner }) => beginner.key },
      BUSINESS_REQUIRED: several,
    },
  },

  'webhooks.redeliver': {
    usual: async (ground) => ({ ids: [(await delivered(ground)).log.id] }),
    done: {
      'an event is redelivered by its id or that of its delivery': async (ground) => {
        const { log } = await delivered(ground)
        const { id, event_id: eventId } = log
        const { webhooks } = ground.clientOf(ground.shop.key)
        const due = { success: true, delivery_id: id, event_id: eventId, status: 'pending' }
        expect([await webhooks.redeliver(id), await webhooks.redeliver(eventId)]).toEqual([due, due])
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an idempotency key of 256 characters', options: { idempotencyKey: 'x'.repeat(256) } },
    },
  },

  'webhooks.events': {
    done: {
      'a business reads every event from the first on and continues from a cursor': async ({ clientOf, shop }) => {
        const { events } = clientOf(shop.key).webhooks
        const first = await eventually('an event in the feed', async () => {
          const page = await events({ limit: 1 })
          return page.events.length > 0 && page
        })
        const [event] = first.events
        const { wallets, receiver, businessId: id } = shop
        expect(event).toEqual(aBirth(aBusiness({ id, name: 'Story shop', wallets, url: receiver.url, webhook_events: ['*'] })))
        expect(first).toEqual({ success: true, events: first.events, next_cursor: event?.id, has_more: expect.any(Boolean) })
        const next = await events({ after: first.next_cursor ?? '' })
        expect(next.events.map(({ id }) => id)).not.toContain(event?.id)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a malformed cursor', input: { after: 'yesterday' } },
      CURSOR_EXPIRED: { when: 'for a cursor that the feed no longer reaches', input: { after: 'evt_nobody' } },
      BUSINESS_REQUIRED: several,
    },
  },
}
