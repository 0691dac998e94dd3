import { lndAccessOf } from '@gateway/chains/lightning/lnd-access'
import { createLndFiguresNode } from '@gateway/chains/lightning/lnd-figures-node'
import { createLndPayNode } from '@gateway/chains/lightning/lnd-pay-node'
import type { PayNodeEnv } from '@gateway/chains/lightning/settings'
import { messageOf } from '@gateway/domain/kernel/error'
import { BadSettings } from '@gateway/operations/kernel/settings'
import { storeCap } from '@gateway/operations/lightning/figures/store-cap'
import { storeChannels } from '@gateway/operations/lightning/figures/store-channels'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { guardDecisions } from '@gateway/operations/custody/decisions/guard-decisions'
import { verifyDecisions } from '@gateway/operations/custody/decisions/verify-decisions'
import { lightningLimitsOf } from '@gateway/operations/lightning/env'
import type { PayContext } from '@gateway/operations/lightning/lifecycle/lightning-context'
import { forgetSendRequests } from '@gateway/operations/lightning/work/due-work'
import { followSends } from '@gateway/operations/lightning/work/follow-sends'
import { existsSync } from 'node:fs'
import type { Deps } from '../deps.ts'
import { recurring, recurringLater, type RunningRole } from '../running-role.ts'
import { sendingPools } from './sending-pools.ts'

const role = 'lightning'
const POLL_MS = 1_000
const FORGET_EVERY_MS = 10 * 60_000
const CHANNELS_EVERY_MS = 30_000
const CAP_EVERY_MS = 30_000
const FOLLOW_EVERY_MS = 1_000
const VERIFY_EVERY_MS = 60 * 60_000

/**
 * Sends by Lightning what is due, and asks the node about what is pending. Without a node what is asked for waits, and is withdrawn.
 * @throws {BadSettings} when a setting that the node needs is missing.
 */
export function openLightning({ config, ctx, news }: Deps): RunningRole[] {
  const settings = config.forRole(role)
  const access = lndAccessOf(settings, 'LND_PAY_MACAROON_FILE')
  if (!access) return []
  const { LIGHTNING_DECISION_KEY: decisionKey, LIGHTNING_PAUSE_FILE: pauseFile, LIGHTNING_SEQUENCE_FILE: sequenceFile } = settings
  if (!decisionKey) throw new BadSettings(['LIGHTNING_DECISION_KEY: is required with LND_SOCKET'])
  if (!sequenceFile) throw new BadSettings(['LIGHTNING_SEQUENCE_FILE: is required with LND_SOCKET'])
  const paying: PayContext = {
    ...ctx,
    decidesAs: role,
    keys: { decisionKeys: [decisionKey] },
    pay: createLndPayNode(access),
    lightningLimits: lightningLimitsOf(settings),
    isPausedByFile: () => pauseFile !== undefined && existsSync(pauseFile),
    sequence: openHighWaterFile(sequenceFile),
  }
  const wait = (payload: 'send' | 'call') => (): Promise<void> => news.next({ channel: 'lightning_due', payload, ms: POLL_MS })
  const warned = (what: string) => (error: unknown) => ctx.log.warn({ role, problem: messageOf(error) }, what)
  return [
    ...sendingPools(paying, { role, guard: guardDecisions(paying), asked: wait('send'), booked: wait('call') }),
    recurring(FOLLOW_EVERY_MS, () => followSends(paying).catch(warned('workflows of pending sends not started'))),
    recurring(FORGET_EVERY_MS, () => forgetSendRequests(paying).catch(warned('old requests not deleted'))),
    recurringLater(VERIFY_EVERY_MS, () => verifyDecisions(paying).catch(warned('the decision log of Lightning was not verified'))),
    recurring(CAP_EVERY_MS, () => storeCap(paying).catch(warned('the cap of the Lightning node was not stored'))),
    ...readingChannels(paying, { settings, warned }),
  ]
}

interface Reading {
  readonly settings: PayNodeEnv
  readonly warned: (what: string) => (error: unknown) => void
}

/** Keeps what operators see of the channels up to date; without the macaroon that reads, they see none. */
function readingChannels(ctx: PayContext, { settings, warned }: Reading): RunningRole[] {
  if (settings.LND_FIGURES_MACAROON_FILE === undefined) return []
  const access = lndAccessOf(settings, 'LND_FIGURES_MACAROON_FILE')
  if (!access) return []
  const figures = createLndFiguresNode(access)
  return [
    recurring(CHANNELS_EVERY_MS, () => storeChannels(ctx, { figures }).catch(warned('the channels of the Lightning node were not read'))),
  ]
}
