import { readAll } from './read-all.ts'
import type { CallOptions, Operation, OperationTree } from './operation.ts'
import { type Outgoing, send, type Transport } from './send.ts'

/** The address and the credential of calls, and how they are sent. */
export interface Settings extends Transport {
  readonly origin: string
  readonly apiKey: string | undefined
  readonly timeoutMs: number
}

/** The API's maximum page size. */
const LARGEST_PAGE = 100

type Members = Readonly<Record<string, unknown>>
type Call = (...parameters: unknown[]) => Promise<unknown>
/** Functions in the shape of a tree of operations. */
export interface CallTree {
  readonly [name: string]: Call | CallTree
}

/** The functions of a client: one per operation, under its name. */
export function buildCalls(tree: OperationTree, settings: Settings): CallTree {
  const calls = Object.entries(tree).map(([name, node]) => [name, isOperation(node) ? callOf(node, settings) : buildCalls(node, settings)])
  return Object.fromEntries(calls) as CallTree
}

const isOperation = (node: Operation | OperationTree): node is Operation => typeof node['path'] === 'string'

function callOf(operation: Operation, settings: Settings): Call {
  const call: Call = async (...parameters) => {
    const { outgoing, options } = prepare(operation, { parameters, settings })
    const { fetch, maxRetries, timeoutMs } = settings
    return send(outgoing, { fetch, maxRetries, timeoutMs: options.timeout ?? timeoutMs, signal: options.signal })
  }
  const { list } = operation
  if (!list) return call
  const places = pathNames(operation).length
  const all = (...parameters: unknown[]) => {
    const [query, options] = [parameters[places], parameters[places + 1]]
    return readAll((changed) => call(...parameters.slice(0, places), changed, options), {
      list,
      query: { limit: LARGEST_PAGE, ...asMembers(query) },
    })
  }
  return Object.assign(call, { all })
}

/** Parameters are the path parameters in order, the input if there is one, and the options. */
function prepare(
  operation: Operation,
  { parameters, settings }: { parameters: readonly unknown[]; settings: Settings },
): { outgoing: Outgoing; options: CallOptions } {
  const names = pathNames(operation)
  const input = operation.input ? asMembers(parameters[names.length]) : {}
  // The generated types allow nothing else.
  const options = (parameters[names.length + (operation.input ? 1 : 0)] ?? {}) as CallOptions
  const path = names.reduce((filled, name, index) => filled.replace(`{${name}}`, pathPart(name, parameters[index])), operation.path)
  const query = operation.input === 'query' ? queryOf(input) : ''
  const body = operation.input === 'body' ? { body: bodyOf(input) } : {}
  const outgoing: Outgoing = {
    method: operation.method,
    url: `${settings.origin}${path}${query}`,
    headers: headersOf(operation, { input, options, settings }),
    ...body,
    isSafe: operation.method === 'GET' || operation.safe === true || operation.repeatable === true,
    answer: operation.answer ?? 'json',
  }
  return { outgoing, options }
}

/** Only necessary headers, so that a browser needs no preflight for public reads of another origin (Fetch, CORS-safelisted headers). */
function headersOf(
  operation: Operation,
  { input, options, settings }: { input: Members; options: CallOptions; settings: Settings },
): Record<string, string> {
  const { repeatable } = operation
  const key = options.idempotencyKey ?? (needsKey(operation, input) ? crypto.randomUUID() : undefined)
  return {
    ...(settings.apiKey !== undefined && { authorization: `Bearer ${settings.apiKey}` }),
    ...(operation.input === 'body' && !hasFiles(input) && { 'content-type': 'application/json' }),
    ...(repeatable && key !== undefined && { 'idempotency-key': key }),
    ...Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  }
}

/** A header would take precedence over the key in the input, and a request repeated under that key would be executed twice. */
const needsKey = ({ repeatable, readsKey }: Operation, input: Members): boolean =>
  repeatable === true && !(readsKey && (input['idempotency_key'] ?? input['idempotencyKey'] ?? undefined) !== undefined)

const pathNames = ({ path }: Operation): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** An empty part, or dots that mean another folder (RFC 3986 §5.2.4), would change the operation of the address. */
function pathPart(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be the id of something`)
  return encodeURIComponent(value)
}

const hasFiles = (input: Members): boolean => Object.values(input).some((value) => value instanceof Blob)

/** Files are sent as parts, whose type `fetch` names with the boundary between them. */
function bodyOf(input: Members): string | FormData {
  if (!hasFiles(input)) return JSON.stringify(input)
  const form = new FormData()
  // Members beside files are texts, numbers and booleans by their types.
  for (const [name, value] of Object.entries(input) as [string, Blob | string | number | boolean | null | undefined][]) {
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  return form
}

function queryOf(input: Members): string {
  const query = new URLSearchParams()
  // Members of a query are texts, numbers and booleans by their types.
  for (const [name, value] of Object.entries(input) as [string, string | number | boolean | null | undefined][]) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

// Inputs are objects by their types.
const asMembers = (input: unknown): Members => (input ?? {}) as Members
