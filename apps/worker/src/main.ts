import { messageOf } from '@gateway/domain/kernel/error'
import { readConfig } from './config.ts'
import { checkProcess, ownStart } from './custody/check-process.ts'
import { openDeps, type SharedDeps } from './deps.ts'
import type { Role } from './env.ts'
import { beat } from './heartbeat.ts'
import { openMetrics, openRole } from './roles.ts'
import type { RunningRole } from './running-role.ts'

const STOP_WITHIN_MS = 30_000

try {
  await work()
} catch (error) {
  // One line for the operator; the supervisor restarts the process.
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

/** Runs every role of this process until a stop signal. */
async function work(): Promise<void> {
  const config = readConfig()
  if (config.common.WORKER_ROLES.includes('signer')) checkProcess(ownStart(config.common.NODE_OPTIONS))
  const metrics = await openMetrics(config)
  const deps = await openDeps(config, metrics)
  await metrics.show()
  const { WORKER_ROLES } = config.common
  const running = (await Promise.all(WORKER_ROLES.map((role) => openWith(deps, role)))).flat()
  stopOnSignal(running)
  deps.ctx.log.info({ roles: WORKER_ROLES }, 'worker started')
  await Promise.all(running.map((role) => role.run()))
  await deps.close()
}

async function openWith(shared: SharedDeps, role: Role): Promise<RunningRole[]> {
  const deps = await shared.as(role)
  deps.metrics.showFor(role, deps.ctx)
  return [...(await openRole[role](deps)), beat(deps.ctx, role)]
}

function stopOnSignal(running: readonly RunningRole[]): void {
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    for (const role of running) role.stop()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
