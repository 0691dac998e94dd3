import type { ApiDocument, DescribedOperation, MemberSchema } from './client-document.ts'

/** An operation with its place on the client. */
export interface Call {
  /** `['payments', 'create']`: its path on the client. */
  readonly name: readonly string[]
  readonly method: string
  readonly path: string
  readonly operation: DescribedOperation
}

interface Branch {
  [name: string]: Branch | Call
}

const HEAD = `// Written by \`npm run docs\` from the API description.

import type { CallOptions, ListCall, OperationTree } from '../operation.ts'
import type { EitherSpelling } from '../spelling.ts'
import type * as T from './types.ts'
`

/** Every call of the client with its documentation, and the table of how each is sent. */
export function clientCalls(document: Pick<ApiDocument, 'paths'>): string {
  const tree = treeOf(callsOf(document))
  return [
    HEAD,
    '/** Every operation of the API, under the name that the API description gives it. */',
    `export interface Calls ${printBranch(tree, printSignature)}\n`,
    '/** How each operation is sent. */',
    `export const operations = ${printBranch(tree, printOperation)} as const satisfies OperationTree\n`,
  ].join('\n')
}

/** Operations that answer with JSON, an image or a file; streams, pages and redirects are no functions. */
export function callsOf({ paths }: Pick<ApiDocument, 'paths'>): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId.split('_'),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return calls.filter(({ operation }) => /^(?:application\/(?:json|pdf)|image\/|text\/csv)/.test(answerOf(operation).type))
}

function treeOf(calls: readonly Call[]): Branch {
  const root: Branch = {}
  for (const call of calls) {
    const folders = call.name.slice(0, -1)
    let branch = root
    for (const folder of folders) {
      const next = (branch[folder] ??= {})
      if (isCall(next)) throw new Error(`${call.operation.operationId} hangs below an operation`)
      branch = next
    }
    const name = call.name.at(-1) ?? ''
    if (branch[name]) throw new Error(`${call.operation.operationId} has the name of another operation`)
    branch[name] = call
  }
  return root
}

const isCall = (node: Branch | Call): node is Call => 'operation' in node && 'method' in node && typeof node.method === 'string'

type Print = (name: string, call: Call) => string

function printBranch(branch: Branch, print: Print, indent = ''): string {
  const inner = `${indent}  `
  const members = Object.entries(branch).map(([name, node]) =>
    isCall(node) ? print(name, node).replaceAll(/^(?=.)/gm, inner) : `${inner}${name}: ${printBranch(node, print, inner)}`,
  )
  return ['{', ...members.map((member) => `${member},`), `${indent}}`].join('\n')
}

function printSignature(name: string, call: Call): string {
  const { operation } = call
  const types = `T.${call.name.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}`
  const parameters = [...parametersOf(call, types), 'options?: CallOptions']
  const answer = answerOf(operation).isJson ? `${types}Response` : 'Blob'
  const items = listOf(operation)?.items
  const signature = items
    ? `${name}: ListCall<[${parameters.join(', ')}], ${answer}, ${answer}['${items}'][number]>`
    : `${name}(${parameters.join(', ')}): Promise<${answer}>`
  return `${docstringOf(operation)}\n${signature}`
}

function parametersOf(call: Call, types: string): string[] {
  const inPath = pathNames(call.path).map((name) => `${camelCase(name)}: string`)
  const input = inputOf(call)
  if (!input) return inPath
  return [...inPath, `input${input.isRequired ? '' : '?'}: EitherSpelling<NonNullable<${types}Data['${input.place}']>>`]
}

function printOperation(name: string, call: Call): string {
  const { operation, method, path } = call
  const list = listOf(operation)
  const facts = {
    method,
    path,
    ...(inputOf(call) && { input: inputOf(call)?.place }),
    ...(operation['x-safe'] && { safe: true }),
    ...(parametersIn(operation, 'header').some((parameter) => parameter.name === 'Idempotency-Key') && { repeatable: true }),
    ...(bodyMembers(operation).includes('idempotency_key') && { readsKey: true }),
    ...(!answerOf(operation).isJson && { answer: 'blob' }),
    ...(list && { list }),
  }
  return `${name}: ${JSON.stringify(facts)}`
}

function inputOf({ operation }: Call): { place: 'body' | 'query'; isRequired: boolean } | undefined {
  const query = parametersIn(operation, 'query')
  const hasBody = bodyMembers(operation).length > 0
  if (hasBody && query.length > 0) throw new Error(`${operation.operationId} takes both a body and a query`)
  if (hasBody) return { place: 'body', isRequired: operation.requestBody?.required === true }
  return query.length > 0 ? { place: 'query', isRequired: query.some(({ required }) => required) } : undefined
}

/** An empty body of an operation without input is optional. */
const bodyMembers = ({ requestBody }: DescribedOperation): string[] =>
  Object.keys(requestBody?.content?.['application/json']?.schema.properties ?? {})

/** Lists are read by offset, feeds by a cursor; each has one array of objects. */
function listOf(operation: DescribedOperation): { items: string; by: 'offset' | 'after' } | undefined {
  const { properties = {} } = answerOf(operation).schema
  const [items] = Object.entries(properties).flatMap(([name, { type }]) => (type === 'array' ? [name] : []))
  if (items === undefined) return undefined
  if (properties['pagination'] && parametersIn(operation, 'query').some(({ name }) => name === 'offset')) return { items, by: 'offset' }
  return properties['next_cursor'] ? { items, by: 'after' } : undefined
}

/** The type is empty for a redirect. */
function answerOf({ responses }: DescribedOperation): { type: string; isJson: boolean; schema: MemberSchema } {
  const [, done] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(done?.content ?? {})
  return { type, isJson: type === 'application/json', schema }
}

/** The parameters of an operation in its path, its query or its headers. */
export const parametersIn = ({ parameters = [] }: DescribedOperation, place: string) =>
  parameters.filter((parameter) => parameter.in === place)

/** The names of the ids in a path, in order. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, mail: string) => mail.toUpperCase())

const docstringOf = ({ summary = '', description = '' }: DescribedOperation): string =>
  ['/**', ` * ${summary}.`, ...(description ? [' *', ` * ${description.replaceAll('*/', '* /')}`] : []), ' */'].join('\n')
