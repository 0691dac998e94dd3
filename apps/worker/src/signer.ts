import { openCustody } from '@gateway/operations/custody/open-custody'
import { refillPool } from '@gateway/operations/custody/refill-pool'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { queues } from '@gateway/workflows/queues'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from './deps.ts'
import { signingActivities } from './payments/activities.ts'
import { openTaskWorker } from './task-worker.ts'
import { asRole, type RunningRole } from './running-role.ts'

const LOOK_EVERY_MS = 1_000
const MILLISATS = 1_000n

/** Opens the seed, then signs what is asked for and keeps the address pools full. Ends the process before any work when the seed does not open. */
export async function openSigner(deps: Deps): Promise<RunningRole[]> {
  const settings = deps.config.forRole('signer')
  const keys = openCustody({ ...settings, NODE_ENV: deps.config.common.NODE_ENV }, deps.ctx.rails)
  const ctx: SignerContext = {
    ...deps.ctx,
    keys,
    generation: settings.CUSTODY_GENERATION,
    deploymentId: settings.DEPLOYMENT_ID,
    gasCaps: { maxFeePerGas: settings.ETH_FEE_CAP_GWEI, maxPriorityFeePerGas: settings.ETH_TIP_CAP_GWEI },
    feeRateCapMilliSats: BigInt(settings.BTC_FEE_CAP_SAT_PER_VBYTE) * MILLISATS,
    isPausedByFile: () => settings.CUSTODY_PAUSE_FILE !== undefined && existsSync(settings.CUSTODY_PAUSE_FILE),
  }
  const signing = asRole(await openTaskWorker(deps, { taskQueue: queues.signer, activities: signingActivities(ctx) }))
  return [{ ...signing, run: () => signing.run().finally(() => keys.destroy()) }, keepPoolsFull(ctx)]
}

function keepPoolsFull(ctx: SignerContext): RunningRole {
  const stopping = new AbortController()
  const pools = [...ctx.rails.values()].filter((rail) => rail.addressing === 'pool')
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const rail of pools) {
        await refillPool(ctx, rail).catch((error: unknown) =>
          ctx.log.warn({ chain: rail.chain, problem: String(error) }, 'the pool could not be refilled'),
        )
      }
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  return { run, stop: () => stopping.abort() }
}
