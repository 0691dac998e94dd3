import { readFileSync } from 'node:fs'

/** How this process was started, as far as it decides who may read its memory. */
export interface Start {
  /** Options of Node on the command line. */
  readonly execArgv: readonly string[]
  /** Options of Node in the environment. */
  readonly nodeOptions: string | undefined
  /** The limits of the process, as proc(5) has them; undefined where there is no such file. */
  readonly limits: string | undefined
  /** What was started, with its parameters. */
  readonly program: readonly string[]
}

/** The process could be made to show the seed; nothing was opened. The message is one sentence for the operator. */
export class ProcessOpen extends Error {
  override readonly name = 'ProcessOpen'
  constructor(problems: readonly string[], program: readonly string[]) {
    super(`The signer does not start: ${problems.join('; ')}. Start it so: (ulimit -c 0; exec node ${CLOSED} ${program.join(' ')})`)
  }
}

const CLOSED = '--disable-sigusr1'
/** What opens the inspector or writes the heap to a file, and files of options, which nobody sees from here. */
const OPENING = /^--(?:inspect|heapsnapshot|no-disable-sigusr1|experimental-(?:default-)?config-file)/
const CORE_LIMIT = /^Max core file size\s+(\S+)/m

/**
 * Sees to it that nobody can make this process show the seed that it is about to open: it has no inspector, SIGUSR1 opens none, and a crash leaves no
 * core file. Whoever runs as the same user could otherwise read every key out of it.
 *
 * @throws {ProcessOpen} naming what is wrong and the command that is right.
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

/** How this very process was started. */
export const ownStart = (nodeOptions: string | undefined): Start => ({
  execArgv: process.execArgv,
  nodeOptions,
  limits: process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : undefined,
  program: process.argv.slice(1),
})
