import type { Context } from '@gateway/operations/kernel/context'
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker'
import { createRequire } from 'node:module'
import { withoutMessages } from './activity-errors.ts'
import type { Deps } from './deps.ts'

/** Work of one role: which queue it polls, and what it can do. Workflows run only where `workflows` says so. */
export interface TaskWork {
  readonly taskQueue: string
  readonly activities: object
  readonly workflows?: true
  readonly mostActivities?: number
  /** Most activities that a process begins in a second, whoever has asked for them. */
  readonly activitiesPerSecond?: number
}

type TaskDeps = Pick<Deps, 'config' | 'connection'> & { readonly ctx: Pick<Context, 'log'> }

// Long work is told to stop after this and goes on elsewhere from its rows; what is under way with the outside is finished first.
const GRACE = '1s'
const FORCE = '27s'
// Left to itself the SDK keeps a beat back for four fifths of the silence that ends an activity, and a machine that stands still for a second loses work.
const BEATS_AT_MOST_EVERY = '2s'
// Tasks that were meant for a worker that has died are given to another one after this.
const STICKY = '3s'
// Each poll of a process that is frozen swallows one task until its time-out.
const POLLS = 2
const CACHED_WORKFLOWS = 500

/** Polls a task queue until the process ends; a shutdown hands running work over within half a minute. */
export async function openTaskWorker({ config, connection, ctx }: TaskDeps, work: TaskWork): Promise<Worker> {
  const options: WorkerOptions = {
    connection,
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
    ...(work.activitiesPerSecond !== undefined && { maxActivitiesPerSecond: work.activitiesPerSecond }),
    ...(work.workflows && { ...(await workflowCode(config.common.WORKFLOW_BUNDLE)), maxCachedWorkflows: CACHED_WORKFLOWS }),
  }
  return Worker.create(options)
}

/** Bundles all workflows; what it writes is for one version of the sources. */
export function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({
    workflowsPath: createRequire(import.meta.url).resolve('@gateway/workflows/index'),
    logger: new DefaultLogger('WARN'),
  })
}

async function workflowCode(prebuilt: string | undefined): Promise<Pick<WorkerOptions, 'workflowBundle'>> {
  return { workflowBundle: prebuilt === undefined ? await bundleWorkflows() : { codePath: prebuilt } }
}
