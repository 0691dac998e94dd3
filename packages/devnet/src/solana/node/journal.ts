import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { type Commitment, type Ledger, openLedger, tipOf } from '../ledger/ledger.ts'
import { type PlainAccount, placeAccount } from '../ledger/place-account.ts'
import { finalize, forkLedger, openSlot } from '../ledger/slots.ts'
import { submit } from '../ledger/submit.ts'

/** A change of the chain. Its effect depends on the chain and the time alone, so the same entries always give the same chain. */
export type Command =
  | { readonly kind: 'send'; readonly wire: string; readonly skipPreflight: boolean }
  | { readonly kind: 'tick' | 'skip'; readonly slots: number }
  | { readonly kind: 'fork'; readonly depth: number }
  | { readonly kind: 'account'; readonly account: PlainAccount }
  | { readonly kind: 'lag'; readonly commitment: Commitment; readonly slots: number }

/** A command with the Unix seconds at which it came. */
type Entry = Command & { readonly at: number }

/** A chain with the file that it is read from again after a restart. */
export interface KeptLedger {
  readonly ledger: Ledger
  /** Applies a command, and keeps it if it succeeds. @throws {RpcError} {RangeError} as the command does. */
  apply(command: Command): unknown
}

/** Opens the chain of a file; a new one when there is none. A line that was cut off while being written never took effect. */
export function openKeptLedger(file: string): KeptLedger {
  const [first, ...commands] = readLines(file)
  const startedAt = first === undefined ? nowSeconds() : (JSON.parse(first) as { startedAt: number }).startedAt
  if (first === undefined) appendFileSync(file, `${JSON.stringify({ startedAt })}\n`)
  const ledger = openLedger(startedAt)
  for (const line of commands) execute(ledger, JSON.parse(line) as Entry)
  const apply = (command: Command): unknown => {
    const entry = { ...command, at: Math.max(ledger.now, nowSeconds()) }
    const result = execute(ledger, entry)
    appendFileSync(file, `${JSON.stringify(entry)}\n`)
    return result
  }
  return { ledger, apply }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

function readLines(file: string): string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.lastIndexOf('\n') + 1
  truncateSync(file, Buffer.byteLength(text.slice(0, whole)))
  return text.slice(0, whole).split('\n').filter(Boolean)
}

type Executors = { readonly [Kind in Command['kind']]: (ledger: Ledger, command: Command & { readonly kind: Kind }) => unknown }

const executors: Executors = {
  send: (ledger, { wire, skipPreflight }) => submit(ledger, { wire: Buffer.from(wire, 'base64'), skipPreflight }),
  tick: (ledger, { slots }) => {
    for (let left = slots; left > 0; left--) openSlot(ledger)
    return tipOf(ledger).slot
  },
  skip: (ledger, { slots }) => openSlot(ledger, slots).slot,
  fork: (ledger, { depth }) => forkLedger(ledger, depth).slot,
  account: (ledger, { account }) => placeAccount(ledger, account),
  lag: (ledger, { commitment, slots }) => {
    ledger.lags = { ...ledger.lags, [commitment]: slots }
    finalize(ledger)
    return slots
  },
}

function execute(ledger: Ledger, { at, ...command }: Entry): unknown {
  ledger.now = at
  // The kind selects the executor of that very command.
  return (executors[command.kind] as (...call: [Ledger, Command]) => unknown)(ledger, command)
}
