import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'
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
  /** The chains to run; those of its folder, or all, when absent. */
  readonly chains?: readonly DevnetChain[]
}

const HIGHEST_PORT = 65_535
type Environment = Readonly<Record<string, string | undefined>>

/** The options of a start: `DATA_DIR`, `PORT`, `--reset` and `--chains`. @throws {CannotStart} when `PORT` is no port, or a chain is none of the devnet's. */
export const readStartOptions = (command: StartCommand, environment: Environment, args: readonly string[]): StartOptions => ({
  command,
  dataDir: resolve(environment['DATA_DIR'] || command.folder),
  port: environment['PORT'] ? portOf(environment['PORT']) : command.port,
  isReset: args.includes('--reset'),
  ...chainsIn(args),
})

/** `--chains BTC,ETH`, in any case and order. */
function chainsIn(args: readonly string[]): Pick<StartOptions, 'chains'> {
  const at = args.findIndex((arg) => /^--chains(?:=|$)/.test(arg))
  if (at < 0) return {}
  const text = args[at]?.includes('=') ? args[at].slice('--chains='.length) : (args[at + 1] ?? '')
  const named = text.toUpperCase().split(',')
  const unknown = named.filter((name) => !devnetChains.some((chain) => chain === name))
  if (unknown.length > 0)
    throw new CannotStart(
      `--chains names ${unknown.join(',') || 'nothing'}: use one or more of ${devnetChains.join(',')}, with commas between`,
    )
  return { chains: devnetChains.filter((chain) => named.includes(chain)) }
}

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
export function typed({ command, dataDir, chains }: StartOptions, settings: Readonly<Record<string, string | number>>, flags = ''): string {
  const isOwnFolder = dataDir !== resolve(command.folder)
  const all = { ...(isOwnFolder && { DATA_DIR: shownFolder(dataDir) }), ...settings }
  const given = [...(chains ? [`--chains ${chains.join(',')}`] : []), ...(flags ? [flags] : [])]
  return [
    ...Object.entries(all).map(([name, value]) => `${name}=${value}`),
    command.name,
    ...(given.length > 0 ? ['--', ...given] : []),
  ].join(' ')
}
