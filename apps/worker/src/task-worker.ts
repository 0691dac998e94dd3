import type { Context } from '@gateway/operations/kernel/context'
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker'
import { createRequire } from 'node:module'
import { withoutMessages } from './activity-errors.ts'
import type { Deps } from './deps.ts'

/** The work of one role: its task queue and its activities. Workflows run only where `workflows` is set. */
export interface TaskWork {
  readonly taskQueue: string
  readonly activities: object
  readonly workflows?: true
  readonly mostActivities?: number
}

type TaskDeps = Pick<Deps, 'config' | 'temporal'> & { readonly ctx: Pick<Context, 'log'> }

// Long work stops after this and continues in another process from its rows; pending requests to other systems finish first.
const GRACE = '1s'
const FORCE = '27s'
// By default the SDK delays a heartbeat for four fifths of its timeout, and a machine that stands still for a second loses work.
const BEATS_AT_MOST_EVERY = '2s'
// Tasks of a dead worker move to another one after this.
const STICKY = '3s'
// Each poll of a frozen process swallows one task until its timeout.
const POLLS = 2
const CACHED_WORKFLOWS = 500

/** Polls a task queue until the process ends; a shutdown hands running work over within half a minute. */
export async function openTaskWorker({ config, temporal, ctx }: TaskDeps, work: TaskWork): Promise<Worker> {
  const options: WorkerOptions = {
    connection: await temporal(),
    namespace: config.common.TEMPORAL_NAMESPACE,
    taskQueue: work.taskQueue,
    activities: work.activities,
    interceptors: { activity: [withoutMessages(ctx.log)] },
    shutdownGraceTime: GRACE,
    shutdownForceTime: FORCE,
    maxHeartbeatThrottleInterval: BEATS_AT_MOST_EVERY,
    stickyQueueScheduleToStartTimeout: STICKY,
    maxConcurrentActivityTaskPolls: POLLS,
    ...(work.mostActivities !== undefined && { maxConcurrentActivityTaskExecutions: work.mostActivities }),
    ...(work.workflows && { ...(await workflowCode(config.common.WORKFLOW_BUNDLE)), maxCachedWorkflows: CACHED_WORKFLOWS }),
  }
  return Worker.create(options)
}

/** Bundles all workflows; the output belongs to one version of the sources. */
export function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({
    workflowsPath: createRequire(import.meta.url).resolve('@gateway/workflows/index'),
    logger: new DefaultLogger('WARN'),
  })
}

async function workflowCode(prebuilt: string | undefined): Promise<Pick<WorkerOptions, 'workflowBundle'>> {
  return { workflowBundle: prebuilt === undefined ? await bundleWorkflows() : { codePath: prebuilt } }
}
