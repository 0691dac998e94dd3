import { readFileSync } from 'node:fs'

/** How this process was started, as far as it affects access to its memory. */
export interface Start {
  /** Options of Node on the command line. */
  readonly execArgv: readonly string[]
  /** Options of Node in the environment. */
  readonly nodeOptions: string | undefined
  /** The limits of the process, as in proc(5); undefined where there is no such file. */
  readonly limits: string | undefined
  /** The program with its parameters. */
  readonly program: readonly string[]
}

/** The process could be made to reveal the seed; nothing was opened. The message is one line for the operator. */
export class ProcessOpen extends Error {
  override readonly name = 'ProcessOpen'
  constructor(problems: readonly string[], program: readonly string[]) {
    super(`The signer does not start: ${problems.join('; ')}. Start it with: (ulimit -c 0; exec node ${CLOSED} ${program.join(' ')})`)
  }
}

const CLOSED = '--disable-sigusr1'
/** Options that open the inspector or write the heap to a file, and options files, whose content is unknown here. */
const OPENING = /^--(?:inspect|heapsnapshot|no-disable-sigusr1|experimental-(?:default-)?config-file)/
const CORE_LIMIT = /^Max core file size\s+(\S+)/m

/**
 * Ensures that no process of the same user can read the seed from this one: it has no inspector, SIGUSR1 opens none, and a crash leaves no
 * core file.
 * @throws {ProcessOpen} naming the problems and the right command.
 */
export function checkProcess({ execArgv, nodeOptions, limits, program }: Start): void {
  const options = [...execArgv, ...(nodeOptions ?? '').split(/[\s"]+/)].map((option) => option.replaceAll('_', '-'))
  const opening = options.filter((option) => OPENING.test(option))
  const coreLimit = limits === undefined ? '0' : CORE_LIMIT.exec(limits)?.[1]
  const problems = [
    ...opening.map((option) => `${option.split('=')[0]} would show its memory`),
    ...(options.includes(CLOSED) ? [] : ['SIGUSR1 would open the inspector']),
    ...(coreLimit === '0' ? [] : ['a crash would write its memory to a core file']),
  ]
  if (problems.length > 0) throw new ProcessOpen(problems, program)
}

/** The start of this process. */
export const ownStart = (nodeOptions: string | undefined): Start => ({
  execArgv: process.execArgv,
  nodeOptions,
  limits: process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : undefined,
  program: process.argv.slice(1),
})
