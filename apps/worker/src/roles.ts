import { createNode, pollMsOf } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { queues } from '@gateway/workflows/queues'
import { scannerActivities } from './chainwatch/activities.ts'
import type { RoleConfig } from './config.ts'
import type { Deps } from './deps.ts'
import type { Role } from './env.ts'
import { paymentActivities } from './payments/activities.ts'
import { runRelay } from './relay.ts'
import { asRole, type RunningRole } from './running-role.ts'
import { openSigner } from './signer.ts'
import { openTaskWorker } from './task-worker.ts'
import { webhookActivities } from './webhooks/activities.ts'

/** What starts each role. */
export const openRole: { readonly [R in Role]: (deps: Deps) => Promise<RunningRole[]> } = {
  payments: async (deps) => [
    asRole(await openTaskWorker(deps, { taskQueue: queues.payments, activities: paymentActivities(deps.ctx), workflows: true })),
  ],
  chain: (deps) => Promise.all([...deps.ctx.rails.keys()].map((chain) => openChain(deps, chain))),
  webhooks: async (deps) => [await openWebhooks(deps)],
  relay: async (deps) => [runRelay(deps)],
  signer: (deps) => openSigner(deps),
}

const SCANS_PER_CHAIN = 2

async function openChain(deps: Deps, chain: ChainCode): Promise<RunningRole> {
  const settings = deps.config.forRole('chain')
  const rail = deps.ctx.rails.get(chain)
  if (!rail) throw new Error(`no rail for ${chain}`)
  const activities = scannerActivities(deps.ctx, {
    node: createNode(rail, settings),
    pollMs: pollMsOf(rail, settings),
    relayerAddress: relayerOf(settings, chain),
    waitForNews: (ms) => deps.news.next({ channel: 'attempt_signed', payload: chain, ms }),
  })
  return asRole(await openTaskWorker(deps, { taskQueue: queues.chain(chain), activities, mostActivities: SCANS_PER_CHAIN }))
}

const relayerOf = ({ RELAYER_ADDRESSES }: RoleConfig<'chain'>, chain: ChainCode): string | undefined =>
  Object.entries(RELAYER_ADDRESSES).find(([name]) => name === chain)?.[1]

async function openWebhooks(deps: Deps): Promise<RunningRole> {
  const settings = deps.config.forRole('webhooks')
  const ctx = {
    ...deps.ctx,
    webhookKey: settings.WEBHOOK_OPENING_KEY,
    egress: { allow: deps.config.common.EGRESS_ALLOW },
    furtherSignatureHeaders: settings.SIGNATURE_HEADERS,
  }
  const activities = webhookActivities(ctx, {
    waitForNews: (endpointId, ms) => deps.news.next({ channel: 'delivery', payload: endpointId, ms }),
  })
  return asRole(await openTaskWorker(deps, { taskQueue: queues.webhooks, activities }))
}
