import { expect } from 'vitest'
import type { StoryTable } from '../story-table.ts'

const CHAIN = { ok: true, lag_blocks: expect.any(Number) }

export const serviceStories: StoryTable = {
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
  },
}
