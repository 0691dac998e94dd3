import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { createLog } from '@gateway/operations/kernel/log'
import { runTemporal } from '@gateway/testing/temporal'
import { Client, Connection } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { randomBytes } from 'node:crypto'
import { readConfig } from './config.ts'
import type { Role } from './env.ts'
import { openTaskWorker, type TaskWork } from './task-worker.ts'

/** Workers of a role in their own namespace, on the run's Temporal. */
export interface TestWorkers {
  readonly client: Client
  close(): Promise<void>
}

/** Starts one worker per kind of work; `hear` receives their log lines. */
export async function startTestWorkers(
  role: Role,
  works: readonly TaskWork[],
  hear: (line: string) => unknown = () => {},
): Promise<TestWorkers> {
  const namespace = `t-${randomBytes(6).toString('hex')}`
  const { address } = runTemporal()
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  await ensureNamespace(runTemporal(), { name: namespace })
  const connection = await NativeConnection.connect({ address })
  const config = readConfig({
    NODE_ENV: 'test',
    WORKER_ROLES: role,
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    PUBLIC_BASE_URL: 'https://pay.example',
  })
  const deps = { config, temporal: async () => connection, ctx: { log: createLog({ write: (line) => void hear(line) }) } }
  const workers = await Promise.all(works.map((work) => openTaskWorker(deps, work)))
  const running = workers.map((worker) => worker.run())
  const asking = await Connection.connect({ address })
  return {
    client: new Client({ connection: asking, namespace }),
    async close() {
      for (const worker of workers) worker.shutdown()
      await Promise.all(running)
      await connection.close()
      await asking.close()
    },
  }
}
