import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import { refusalOf } from '../scene.ts'
import type { StoryTable } from '../story-table.ts'

const CHAIN = { ok: true, lag_blocks: expect.any(Number) }
const UNREAD = { ok: false, lag_blocks: null }

export const healthStories: StoryTable = {
  'health.live': {
    done: {
      'whoever watches the process sees that it runs': async ({ clientOf }) => {
        expect(await clientOf().health.live()).toEqual({ status: 'ok' })
      },
    },
  },

  'health.ready': {
    done: {
      'whoever sends it requests sees every part that they need': async ({ clientOf }) => {
        const checks = { database: true, workflows: true, signer: true, chains: { BTC: CHAIN, ETH: CHAIN } }
        expect(await clientOf().health.ready()).toEqual({ status: 'ok', checks })
      },
    },
    otherwise: {
      '503': {
        'and which one is missing, with the time to come back': async ({ troubled, troubledClientOf }) => {
          await troubled.become('it takes no connections')
          // It gives each part a second, and a busy machine may need more for the first look.
          const { status, response, retryAfterMs } = await eventually('the workflows to be reached', async () => {
            const refusal = await refusalOf(troubledClientOf().health.ready())
            return JSON.stringify(refusal.response).includes('"workflows":true') && refusal
          })
          const chains = { BTC: UNREAD, ETH: UNREAD }
          expect([status, retryAfterMs]).toEqual([503, 5_000])
          expect(response).toEqual({ status: 'unavailable', checks: { database: false, workflows: true, signer: false, chains } })
        },
      },
    },
  },
}
