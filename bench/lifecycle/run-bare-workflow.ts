import { startTemporal } from '@gateway/devnet/temporal'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../section.ts'
import type { BareRun } from './bare-workflow.ts'
import { PAYMENTS, type Run } from './live.ts'

/** Runs as many bare workflows as there are payments, on a Temporal of its own, while no gateway runs. */
export async function runBareWorkflow({ folder, log }: { folder: string; log: Log }): Promise<Run> {
  const temporal = await startTemporal({ dataDir: join(folder, 'bare-temporal'), log })
  try {
    const program = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'bare-workflow.ts')]
    const ran = promisify(execFile)(process.execPath, [...program, temporal.address, String(temporal.pid), String(PAYMENTS)])
    const { seconds, workerMs, temporalMs, actions } = JSON.parse((await ran).stdout.trim().split('\n').at(-1) ?? '') as BareRun // Its own line.
    log(`lifecycle: bare workflow, ${(PAYMENTS / seconds).toFixed(1)} per second, ${actions.toFixed(2)} actions each`)
    return { seconds, cpu: { 'worker CPU': workerMs, 'Temporal CPU': temporalMs } }
  } finally {
    await temporal.stop()
  }
}
