import { isAbsolute, relative, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** A command that starts a whole stack. */
export interface StartCommand {
  /** As a reader types it: `npm run dev`. */
  readonly name: string
  /** Its data folder without `DATA_DIR`. */
  readonly folder: string
  /** Its port without `PORT`; 0 for any. */
  readonly port: number
  /** The API serves the start page and the mailbox of `npm run dev`. */
  readonly hasStartPage?: true
}

/** Where a command starts its stack. */
export interface StartOptions {
  readonly command: StartCommand
  readonly dataDir: string
  readonly port: number
  /** Delete the data of earlier starts first. */
  readonly isReset: boolean
}

const HIGHEST_PORT = 65_535
type Environment = Readonly<Record<string, string | undefined>>

/** The options of a start: `DATA_DIR`, `PORT`, and `--reset`. @throws {CannotStart} when `PORT` is no port. */
export const readStartOptions = (command: StartCommand, environment: Environment, args: readonly string[]): StartOptions => ({
  command,
  dataDir: resolve(environment['DATA_DIR'] || command.folder),
  port: environment['PORT'] ? portOf(environment['PORT']) : command.port,
  isReset: args.includes('--reset'),
})

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= HIGHEST_PORT) return port
  throw new CannotStart(`PORT is ${text}, which is no port: use a number up to ${HIGHEST_PORT}, or 0 for any free one`)
}

/** A folder as a reader of the terminal would type it. */
export function shownFolder(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? folder : path
}

/** The command with settings before it, as a reader types it. */
export function typed({ command, dataDir }: StartOptions, settings: Readonly<Record<string, string | number>>, flags = ''): string {
  const isOwnFolder = dataDir !== resolve(command.folder)
  const all = { ...(isOwnFolder && { DATA_DIR: shownFolder(dataDir) }), ...settings }
  return [...Object.entries(all).map(([name, value]) => `${name}=${value}`), command.name, ...(flags ? ['--', flags] : [])].join(' ')
}
