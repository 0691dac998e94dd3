import { AwsClient } from 'aws4fetch'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { KekRefused, type Tell } from './kek.ts'

/** Endpoint and credentials of AWS KMS. */
export interface KmsAccess {
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Timeouts of AWS KMS calls. */
export interface KmsLimits {
  /** Timeout of one complete response. */
  readonly answerMs: number
  /** Pauses between attempts after a transient error; there is one attempt more than pauses. */
  readonly pausesMs: readonly number[]
}

/** Calls one operation. @throws {KmsRefused} on a timeout, an error response or an unexpected response shape. */
export type KmsClient = <Answer>(operation: 'Encrypt' | 'Decrypt', question: object, form: z.ZodType<Answer>) => Promise<Answer>

/** AWS KMS refused or did not respond. The message names the operation and the error code, never request or response data. */
export class KmsRefused extends KekRefused {
  /** The error name from KMS, or of the network failure. */
  readonly code: string
  constructor(sentence: string, code: string) {
    super(sentence)
    this.code = code
  }
}

const LARGEST_ANSWER_BYTES = 64 * 1024
const ERROR_NAME = /^\w{1,64}$/
const OK = 200
/** Transient errors with status 400 (AWS KMS API reference, common errors). */
const PASSING_CODES = new Set(['ThrottlingException', 'RequestTimeout'])
const isPassing = ({ status, code }: Trouble): boolean => status === undefined || status >= 500 || status === 429 || PASSING_CODES.has(code)

/**
 * An AWS KMS client: JSON 1.1 over HTTPS, all headers signed with Signature Version 4.
 *
 * Transient errors are retried and each retry is reported to `tell`. Redirects are not followed.
 */
export function openKmsClient(access: KmsAccess, { limits, tell }: { limits: KmsLimits; tell: Tell }): KmsClient {
  const client = new AwsClient({ ...signing(access), service: 'kms', retries: 0 })
  return async (operation, question, form) => {
    const ask = { client, url: access.url, operation, body: JSON.stringify(question), answerMs: limits.answerMs }
    for (let asked = 1; ; asked++) {
      const outcome = await askOnce(ask)
      if (!('code' in outcome)) return readAnswer(operation, outcome, form)
      const sentence = sentenceOf(operation, outcome)
      const restMs = limits.pausesMs[asked - 1]
      if (!isPassing(outcome) || restMs === undefined)
        throw new KmsRefused(asked === 1 ? sentence : `${sentence}; asked ${asked} times`, outcome.code)
      tell(`${sentence}; asking again`)
      await pause(restMs)
    }
  }
}

const signing = ({ region, accessKeyId, secretAccessKey, sessionToken }: KmsAccess) => ({
  region,
  accessKeyId,
  secretAccessKey,
  ...(sessionToken === undefined ? {} : { sessionToken }),
})

interface Question {
  readonly client: AwsClient
  readonly url: string
  readonly operation: string
  readonly body: string
  readonly answerMs: number
}

/** An error response; without a status there was no response. */
interface Trouble {
  readonly status: number | undefined
  readonly code: string
}

async function askOnce({ client, url, operation, body, answerMs }: Question): Promise<Trouble | { text: string }> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` }
  const signal = AbortSignal.timeout(answerMs)
  try {
    const answer = await client.fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual', aws: { allHeaders: true } })
    const text = await readText(answer)
    return answer.status === OK ? { text } : { status: answer.status, code: codeOf(text) }
  } catch (error) {
    // Some fetch errors quote the offending header, so the error itself is dropped.
    return { status: undefined, code: reasonOf(error) }
  }
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > LARGEST_ANSWER_BYTES) throw new AnswerTooLong()
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  const text = whole.toString()
  for (const bytes of [whole, ...chunks]) bytes.fill(0)
  return text
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/** `__type` holds the error name, in some services after a namespace and `#` (AWS JSON 1.1 protocol, operation error serialization). */
function codeOf(text: string): string {
  const parsed = json(text)
  const type = typeof parsed === 'object' && parsed !== null && '__type' in parsed ? String(parsed.__type) : ''
  const name = type.split('#').at(-1) ?? ''
  return ERROR_NAME.test(name) ? name : 'no code'
}

/** For example `ECONNREFUSED` or `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : error.name
}

function readAnswer<Answer>(operation: string, { text }: { text: string }, form: z.ZodType<Answer>): Answer {
  const parsed = form.safeParse(json(text))
  if (parsed.success) return parsed.data
  throw new KmsRefused(`AWS KMS sent an unexpected response to ${operation}`, 'no form')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message would quote the text.
    return undefined
  }
}

const sentenceOf = (operation: string, { status, code }: Trouble): string =>
  status === undefined
    ? `AWS KMS gave no answer to ${operation} with the key that wraps the seed (${code})`
    : `AWS KMS refused ${operation} with the key that wraps the seed: status ${status} (${code})`
