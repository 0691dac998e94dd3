import { join, resolve } from 'node:path'

/** The processes of a gateway: one for each kind that must not share secrets. */
export const parts = ['api', 'worker', 'signer'] as const

/** One of them. */
export type Part = (typeof parts)[number]

/** What the processes of a gateway, and commands about it, are started from. */
export interface Programs {
  readonly api: string
  /** Plays the signer, too: what a process does is said by its settings. */
  readonly worker: string
  /** A command of an operator. */
  readonly operator: string
}

/** Programs in a few files, so that starting one does not read two thousand. */
export interface BuiltPrograms extends Programs {
  /** The code of all workflows; a worker that is started from its sources bundles it for itself. */
  readonly workflows: string
}

const apps = resolve(import.meta.dirname, '../../apps')
/** The programs as they are in the repository. */
export const sources: Programs = {
  api: join(apps, 'api/src/main.ts'),
  worker: join(apps, 'worker/src/main.ts'),
  operator: resolve(import.meta.dirname, '../operator.ts'),
}

/** Leaves no core file of what it becomes, and keeps its process id. */
const WITHOUT_CORE_FILE = 'ulimit -c 0; exec "$0" "$@"'

/**
 * How a part is started; the signer refuses to be started so that others could read its memory. Its folder is an argument only so that a leftover of a
 * killed parent can be told from a stranger.
 */
export function commandOf(part: Part, { folder, built }: { folder: string; built?: BuiltPrograms | undefined }) {
  const programs: Programs = built ?? sources
  const quiet = '--disable-warning=ExperimentalWarning'
  if (part !== 'signer') return { command: process.execPath, args: [quiet, programs[part], folder] }
  return { command: '/bin/sh', args: ['-c', WITHOUT_CORE_FILE, process.execPath, '--disable-sigusr1', quiet, programs.worker, folder] }
}
