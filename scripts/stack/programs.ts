import { join, resolve } from 'node:path'

/** The processes of a gateway, one per set of secrets; `ln-pay` where Lightning is served. */
export const parts = ['api', 'worker', 'signer', 'ln-pay'] as const
/** Those that every gateway has, with Lightning nodes or without. */
export const basicParts = ['api', 'worker', 'signer'] as const satisfies readonly (typeof parts)[number][]

/** One of them. */
export type Part = (typeof parts)[number]

/** The programs of a gateway's processes and commands. */
export interface Programs {
  readonly api: string
  /** Signer and payer too: settings decide the role of a process. */
  readonly worker: string
  /** The operator command. */
  readonly operator: string
}

/** Bundled programs, so that a start does not read two thousand files. */
export interface BuiltPrograms extends Programs {
  /** The code of all workflows; a worker started from source bundles it itself. */
  readonly workflows: string
}

/** Paths of the programs that `npm run build` has written into a folder. */
export const builtIn = (folder: string): BuiltPrograms => ({
  api: join(folder, 'api.mjs'),
  worker: join(folder, 'worker.mjs'),
  operator: join(folder, 'operator.mjs'),
  workflows: join(folder, 'workflows.js'),
})

const apps = resolve(import.meta.dirname, '../../apps')
/** The programs in the repository. */
export const sources: Programs = {
  api: join(apps, 'api/src/main.ts'),
  worker: join(apps, 'worker/src/main.ts'),
  operator: resolve(import.meta.dirname, '../operator.ts'),
}

/** Disables core files and keeps the process id. */
const WITHOUT_CORE_FILE = 'ulimit -c 0; exec "$0" "$@"'

/**
 * The start command of a part; the signer rejects a start that would expose its memory. The folder is an argument only to identify leftovers of a
 * killed parent.
 */
export function commandOf(part: Part, { folder, built }: { folder: string; built?: BuiltPrograms | undefined }) {
  const programs: Programs = built ?? sources
  const quiet = '--disable-warning=ExperimentalWarning'
  if (part !== 'signer') return { command: process.execPath, args: [quiet, part === 'api' ? programs.api : programs.worker, folder] }
  return { command: '/bin/sh', args: ['-c', WITHOUT_CORE_FILE, process.execPath, '--disable-sigusr1', quiet, programs.worker, folder] }
}
