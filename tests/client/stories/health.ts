import { eachChain } from '@gateway/scripts/stack/each-chain'
import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import { refusalOf } from '../scene.ts'
import type { StoryTable } from '../story-table.ts'

const CHAIN = { ok: true, lag_blocks: expect.any(Number), refused: null }
const UNREAD = { ok: false, lag_blocks: null, refused: null }

export const healthStories: StoryTable = {
  'health.live': {
    done: {
      'a running process answers': async ({ clientOf }) => {
        expect(await clientOf().health.live()).toEqual({ status: 'ok' })
      },
    },
  },

  'health.ready': {
    done: {
      'a load balancer sees the state of every dependency': async ({ clientOf }) => {
        const checks = { database: true, workflows: true, signer: true, chains: eachChain(() => CHAIN) }
        expect(await clientOf().health.ready()).toEqual({ status: 'ok', checks })
      },
    },
    otherwise: {
      '503': {
        'a missing dependency is named, with a Retry-After': async ({ troubled, troubledClientOf }) => {
          await troubled.become('it takes no connections')
          // Each dependency has a second to answer, which a busy machine may exceed at first.
          const { status, response, retryAfterMs } = await eventually('the workflows to be reached', async () => {
            const refusal = await refusalOf(troubledClientOf().health.ready())
            return JSON.stringify(refusal.response).includes('"workflows":true') && refusal
          })
          const chains = eachChain(() => UNREAD)
          expect([status, retryAfterMs]).toEqual([503, 5_000])
          expect(response).toEqual({ status: 'unavailable', checks: { database: false, workflows: true, signer: false, chains } })
        },
      },
    },
  },
}
