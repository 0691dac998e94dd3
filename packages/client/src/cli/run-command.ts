import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Client } from '../create-client.ts'
import { fromEnvironment } from '../environment.ts'
import { manual } from '../generated/manual.ts'
import { GatewayError } from '../gateway-error.ts'
import { createConfiguredClient } from '../node/create-configured-client.ts'
import { generalHelp, operationHelp } from './help.ts'
import { listen } from './listen.ts'
import type { Manual, ManualEntry } from './manual.ts'
import { baseUrlIn, parseCall } from './parse-call.ts'
import { UsageError } from './usage-error.ts'

/** Where a command reads and writes. */
export interface Terminal {
  readonly out: (text: string) => void
  /** Stores an image; on standard output without a file. */
  readonly store: (bytes: Uint8Array, file: string | undefined) => void
  readonly error: (text: string) => void
  /** Standard input, whole. */
  readonly readInput: () => string
  /** Ends `listen`. */
  readonly signal: AbortSignal
}

const entries: Manual = manual
const LISTEN_INTERVAL_MS = 1_000

/** Runs one command. @returns its exit code: 0, 1 after a failed call, 2 for a command that cannot be understood. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    await run(args, terminal)
    return 0
  } catch (error) {
    if (terminal.signal.aborted) return 0
    if (error instanceof GatewayError) {
      const { status, code, message, details, usage, requestId } = error
      terminal.error(json({ error: message, code, status, details, usage, request_id: requestId }))
      return 1
    }
    // A TypeError is a client that cannot be made, or an id that is none.
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error
    terminal.error(`${error.message}\n`)
    return 2
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const isHelp = args.includes('--help') || args.includes('-h')
  const [command, rest] = commandOf(args)
  if (command === undefined) return terminal.out(generalHelp(entries))
  const entry = entries[command]
  if (entry !== undefined && isHelp) return terminal.out(operationHelp(command, entry))
  if (isHelp) return terminal.out(generalHelp(entries))
  if (command === 'listen') return startListening(rest, terminal)
  if (entry === undefined) throw new UsageError(`there is no operation ${command}; gateway --help lists them`)
  await call({ name: command, entry, rest }, terminal)
}

/** `payments.create …` and `payments create …` are the same. */
function commandOf(args: readonly string[]): readonly [string | undefined, readonly string[]] {
  const words = args.findIndex((argument) => argument.startsWith('-'))
  const leading = words === -1 ? args : args.slice(0, words)
  for (let count = leading.length; count > 0; count -= 1) {
    const name = leading.slice(0, count).join('.')
    if (name in entries) return [name, args.slice(count)]
  }
  return [leading[0], args.slice(1)]
}

interface Asked {
  readonly name: string
  readonly entry: ManualEntry
  readonly rest: readonly string[]
}

async function call({ name, entry, rest }: Asked, { out, store, readInput }: Terminal): Promise<void> {
  const { parameters, isAll, output } = parseCall(entry, rest, readInput)
  const operation = operationOf(createConfiguredClient({ baseUrl: baseUrlIn(rest) }), name)
  if (!isAll) {
    const answer = await operation(...parameters)
    return answer instanceof Blob ? store(new Uint8Array(await answer.arrayBuffer()), output) : out(json(answer))
  }
  if (operation.all === undefined) throw new UsageError(`${name} is no list, so it has no --all`)
  for await (const row of operation.all(...parameters)) out(`${JSON.stringify(row)}\n`)
}

interface Callable {
  (...parameters: readonly unknown[]): Promise<unknown>
  readonly all?: (...parameters: readonly unknown[]) => AsyncIterable<unknown>
}

/** The manual and the client are generated from one description, so each name is a function. */
const operationOf = (client: Client, name: string): Callable =>
  name.split('.').reduce<unknown>((node, part) => (node as Readonly<Record<string, unknown>>)[part], client) as Callable

async function startListening(rest: readonly string[], { error, signal }: Terminal): Promise<void> {
  const text = { type: 'string' } as const
  const options = { 'forward-to': text, types: text, 'business-id': text, after: text, 'base-url': text }
  const { values } = usable(() => parseArgs({ args: [...rest], options }))
  const forwardTo = values['forward-to']
  if (forwardTo === undefined || !/^https?:/.test(forwardTo) || !URL.canParse(forwardTo))
    throw new UsageError('listen needs --forward-to with the URL of the receiver')
  const given = fromEnvironment('WEBHOOK_SECRET')
  const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`
  if (given === undefined) error(`WEBHOOK_SECRET is not set; deliveries are signed with ${secret}\n`)
  const client = createConfiguredClient({ baseUrl: values['base-url'] })
  const { types, after, 'business-id': businessId } = values
  await listen({
    client,
    forwardTo,
    secret,
    types,
    after,
    businessId,
    intervalMs: LISTEN_INTERVAL_MS,
    signal,
    report: (line) => error(`${line}\n`),
  })
}

function usable<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
