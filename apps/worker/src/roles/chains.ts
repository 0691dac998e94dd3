import { createNode, pollMsOf, reconciliationNodeOf } from '@gateway/chains/nodes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { queues } from '@gateway/workflows/queues'
import { scannerActivities } from '../chainwatch/activities.ts'
import type { Deps } from '../deps.ts'
import { countingNode } from '../metrics/counting-node.ts'
import { asRole, type RunningRole } from '../running-role.ts'
import { openTaskWorker } from '../task-worker.ts'
import { openAddressAnswers } from './address-answers.ts'
import { openReconciliation } from './reconcile-chain.ts'
import { watchGasPayer } from './gas-payer-balance.ts'

/** Watches every served chain, its coins, and the balance of its gas payer. */
export const openChains = async (deps: Deps): Promise<RunningRole[]> =>
  (await Promise.all([...deps.ctx.rails.keys()].map((chain) => openChain(deps, chain)))).flat()

const SCANS_PER_CHAIN = 2

async function openChain(deps: Deps, chain: ChainCode): Promise<RunningRole[]> {
  const settings = deps.config.forRole('chain')
  const rail = deps.ctx.rails.get(chain)
  if (!rail) throw new Error(`no rail for ${chain}`)
  const { metrics } = deps
  const observer = { onCall: (method: string) => metrics.rpcCalled(chain, method) }
  const node = countingNode(createNode(rail, settings, observer), () => metrics.rpcFailed(chain))
  const gasPayerAddress = settings.GAS_PAYER_ADDRESSES[chain]
  const activities = scannerActivities(deps.ctx, {
    node,
    pollMs: pollMsOf(rail, settings),
    gasPayerAddress,
    servesEscrows: settings.DECIDER_ADDRESSES[chain] !== undefined,
    onLease: () => metrics.leaseTaken(chain),
    waitForNews: deps.news.follow({ channel: 'attempt_signed', payload: chain }),
  })
  const scanning = asRole(await openTaskWorker(deps, { taskQueue: queues.chain(chain), activities, mostActivities: SCANS_PER_CHAIN }))
  const balance = gasPayerAddress === undefined ? [] : [watchGasPayer(metrics, { node, address: gasPayerAddress })]
  const answers = rail.hasAccounts ? [openAddressAnswers(deps, node)] : []
  return [scanning, openReconciliation(deps.ctx, reconciliationNodeOf(rail, settings)), ...answers, ...balance]
}
