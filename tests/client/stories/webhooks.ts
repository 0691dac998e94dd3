import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectPage } from '../wire-members.ts'

const several = { when: 'for a merchant of several shops who names none', apiKey: ({ beginner }: Ground) => beginner.token }
const noRows = { when: 'for a page of no rows', input: { limit: 0 } }

/** The webhook that told the shop's receiver that the shop exists. */
const delivered = ({ clientOf, shop }: Ground) =>
  eventually('the first webhook', async () => (await clientOf(shop.key).webhooks.list({ status: 'delivered' })).logs.at(-1))

export const webhookStories: StoryTable = {
  'webhooks.logs': {
    done: {
      'a shop sees what was sent, as the list itself': async (ground) => {
        const { id } = await delivered(ground)
        const answer = await ground.clientOf(ground.shop.key).webhooks.logs()
        answer.forEach((entry) => expectMembers(entry, 'log'))
        const { statusCode, attempt } = answer.find((entry) => entry.id === id) ?? {}
        expect([statusCode, attempt]).toEqual([200, 1])
      },
    },
    refused: { VALIDATION_ERROR: noRows, BUSINESS_REQUIRED: several },
  },

  'webhooks.list': {
    done: {
      'a shop sees what was sent, by how it went': async (ground) => {
        await delivered(ground)
        const { list } = ground.clientOf(ground.shop.key).webhooks
        expectPage(await list({ status: 'failed' }), 'logs', { noun: 'delivery', total: 0 })
        const { logs } = await list({ status: 'delivered', limit: 100 })
        expect(logs).not.toEqual([])
        logs.forEach((entry) => expectMembers(entry, 'delivery'))
        expect(logs.every(({ success, next_attempt_at: next }) => success && next === null)).toBe(true)
      },
    },
    refused: { VALIDATION_ERROR: noRows, BUSINESS_REQUIRED: several },
  },

  'webhooks.test': {
    done: {
      'a shop learns how its receiver takes an event': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).webhooks.test({ event_type: 'payment.expired' })
        expectMembers(answer, 'trial')
        expect(answer).toMatchObject({ success: true, statusCode: 200, status_code: 200, event: 'payment.expired' })
        expect(shop.receiver.received.map(({ type }) => type)).toContain('payment.expired')
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an event that does not exist', input: { event_type: 'payment.stolen' } },
      WEBHOOK_URL_MISSING: { when: 'without a receiver', apiKey: ({ beginner }) => beginner.key },
      BUSINESS_REQUIRED: several,
    },
  },

  'webhooks.redeliver': {
    usual: async (ground) => ({ ids: [(await delivered(ground)).id] }),
    done: {
      'a shop is sent an event again, by its id or that of its delivery': async (ground) => {
        const { id, event_id: eventId } = await delivered(ground)
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
      'a shop reads every event from the first on, and goes on where it was': async ({ clientOf, shop }) => {
        const { events } = clientOf(shop.key).webhooks
        const first = await events({ limit: 1 })
        first.events.forEach((event) => expectMembers(event, 'event'))
        const [event] = first.events
        expect(event).toMatchObject({ type: 'business.created', event_type: 'business.created', business_id: shop.businessId, sequence: 1 })
        expect(first).toEqual({ success: true, events: first.events, next_cursor: event?.id, has_more: expect.any(Boolean) })
        const next = await events({ after: first.next_cursor ?? '' })
        expect(next.events.map(({ id }) => id)).not.toContain(event?.id)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'from what is no event', input: { after: 'yesterday' } },
      CURSOR_EXPIRED: { when: 'from an event that the feed does not reach back to', input: { after: 'evt_nobody' } },
      BUSINESS_REQUIRED: several,
    },
  },
}
