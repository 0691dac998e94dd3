import type { z } from 'zod'
import { type ApiError, invalidRequest } from './api-error.ts'
import { bracketed, type FormParams } from './form.ts'

/**
 * Parses the parameters of a request.
 * @throws {ApiError} of status 400 that names the first parameter which is unknown, missing or wrong, also a nested one.
 */
export function checkParams<Schema extends z.ZodType>(schema: Schema, sent: FormParams): z.output<Schema> {
  const { error, data } = schema.safeParse(sent)
  if (!error) return data
  const issues = error.issues.flatMap(leaves)
  const worst = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw refusalOf(worst, sent)
}

type Issue = z.core.$ZodIssue

/** The issues inside a union: those of the branch which got furthest. */
function leaves(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const branches = issue.errors.map((branch) => branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })))
  const deepest = branches.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? []
  return deepest.length === 0 ? [issue] : deepest.flatMap(leaves)
}

const depthOf = (branch: readonly Issue[]): number =>
  Math.max(0, ...branch.map(({ code, path }) => path.length + (code === 'unrecognized_keys' || code === 'custom' ? 1 : 0)))

function refusalOf(issue: Issue | undefined, sent: FormParams): ApiError {
  if (!issue) return invalidRequest('Invalid request')
  if (issue.code === 'unrecognized_keys') return unknownParameter(bracketed([...issue.path, issue.keys[0] ?? '']))
  const param = bracketed(issue.path)
  if (valueAt(sent, issue.path) === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return invalidRequest(sentenceOf(issue), { ...codeOf(issue), param })
}

const unknownParameter = (param: string): ApiError =>
  invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })

function codeOf(issue: Issue): { readonly code?: string } {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? { code } : {}
}

function sentenceOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `Invalid value: must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type') return `Invalid ${issue.expected}`
  return issue.message
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), sent)
}

/** Objects of parsed forms have no prototype, so `instanceof` would miss them. */
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
