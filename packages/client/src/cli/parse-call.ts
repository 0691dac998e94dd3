import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { CallOptions } from '../operation.ts'
import type { ManualEntry, ManualMember } from './manual.ts'
import { UsageError } from './usage-error.ts'

/** A call as the command line asks for it. */
export interface ParsedCall {
  /** The ids of the path, the input if the operation has one, and the options of the call. */
  readonly parameters: readonly unknown[]
  /** Whether every page of a list is read. */
  readonly isAll: boolean
  /** The file that takes an image. */
  readonly output: string | undefined
}

/** Options of every operation; a member of the same name is reached through `--input`. */
const common = {
  input: { type: 'string' },
  all: { type: 'boolean' },
  output: { type: 'string' },
  timeout: { type: 'string' },
  'idempotency-key': { type: 'string' },
  'base-url': { type: 'string' },
} as const

const optionOf = (name: string): string => name.replaceAll('_', '-')

/**
 * Reads the arguments behind an operation's name.
 * @param readInput - The text for `--input -`.
 * @throws {UsageError} naming the argument that is wrong.
 */
export function parseCall(entry: ManualEntry, args: readonly string[], readInput: () => string): ParsedCall {
  const { values, positionals } = parsed(entry, args)
  if (positionals.length !== entry.path.length) throw new UsageError(`the operation takes ${idsOf(entry)} before its options`)
  const input = { ...wholeInput(values['input'], readInput), ...membersIn(entry, values) }
  const parameters = [...positionals, ...(entry.members.length > 0 ? [input] : []), optionsIn(values)]
  return { parameters, isAll: values['all'] === true, output: textIn(values['output']) }
}

/** The address that `--base-url` names, before anything else is known of the command. */
export function baseUrlIn(args: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: [...args], options: { 'base-url': common['base-url'] }, strict: false })
  return textIn(values['base-url'])
}

type Values = Readonly<Record<string, unknown>>

function parsed({ members }: ManualEntry, args: readonly string[]): { values: Values; positionals: string[] } {
  const own = Object.fromEntries(members.map(({ name }) => [optionOf(name), { type: 'string' as const }]))
  // Names are accepted with underscores too.
  const dashed = args.map((argument) => argument.replace(/^--[\w-]+/, (name) => name.replaceAll('_', '-')))
  try {
    return parseArgs({ args: dashed, options: { ...own, ...common }, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function wholeInput(given: unknown, readInput: () => string): Readonly<Record<string, unknown>> {
  const text = textIn(given)
  if (text === undefined) return {}
  const input = jsonOf(text === '-' ? readInput() : text)
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new UsageError('--input takes a JSON object, or - for one on standard input')
  return { ...input }
}

function membersIn({ members }: ManualEntry, values: Values): Readonly<Record<string, unknown>> {
  const given = members.flatMap((member) => {
    const text = optionOf(member.name) in common ? undefined : textIn(values[optionOf(member.name)])
    return text === undefined ? [] : [[member.name, valueOf(member, text)] as const]
  })
  return Object.fromEntries(given)
}

function valueOf({ name, kind }: ManualMember, text: string): unknown {
  if (kind === 'text') return text
  if (kind === 'file') return fileAt(text, optionOf(name))
  const value = jsonOf(text)
  if (value === undefined) throw new UsageError(`--${optionOf(name)} takes a number or JSON`)
  return value
}

function fileAt(path: string, option: string): File {
  try {
    return new File([readFileSync(path)], basename(path))
  } catch (cause) {
    throw new UsageError(`--${option} takes the path of a file`, { cause })
  }
}

function optionsIn(values: Values): CallOptions {
  const [idempotencyKey, timeout] = [textIn(values['idempotency-key']), textIn(values['timeout'])]
  if (timeout !== undefined && !/^\d{1,9}$/.test(timeout)) throw new UsageError('--timeout takes milliseconds')
  return { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(timeout !== undefined && { timeout: Number(timeout) }) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const idsOf = ({ path }: ManualEntry): string => (path.length > 0 ? path.map((name) => `<${name}>`).join(' ') : 'no ids')
