import { AwsClient } from 'aws4fetch'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { KekRefused, type Tell } from './kek.ts'

/** Where a key service is and who asks it. */
export interface KmsAccess {
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** How long a key service may take. */
export interface KmsLimits {
  /** For one answer, to its end. */
  readonly answerMs: number
  /** Between one question and the next, when the trouble may pass; there is one question more than pauses. */
  readonly pausesMs: readonly number[]
}

/** Asks for one operation. @throws {KmsRefused} without an answer in time, and for an answer in another form. */
export type KmsClient = <Answer>(operation: 'Encrypt' | 'Decrypt', question: object, form: z.ZodType<Answer>) => Promise<Answer>

/** KMS did not do it. The message names the operation and the code of the answer, and nothing of what was asked or answered. */
export class KmsRefused extends KekRefused {
  /** The name of KMS's own error, or of what kept an answer from coming. */
  readonly code: string
  constructor(sentence: string, code: string) {
    super(sentence)
    this.code = code
  }
}

const LARGEST_ANSWER_BYTES = 64 * 1024
const ERROR_NAME = /^\w{1,64}$/
const OK = 200
/** Troubles that pass although their status is 400 (AWS KMS API reference, common errors). */
const PASSING_CODES = new Set(['ThrottlingException', 'RequestTimeout'])
const isPassing = ({ status, code }: Trouble): boolean => status === undefined || status >= 500 || status === 429 || PASSING_CODES.has(code)

/**
 * A caller of AWS KMS: JSON 1.1 over HTTPS, signed with Signature Version 4 over all headers that it sets.
 *
 * Answers that may be better next time are asked for again, each time told. Redirects are not followed.
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

/** What came instead of an answer; without a status nothing came. */
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
    // The failure itself goes no further: some of fetch's quote the header they dislike.
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

/** `__type` is the error's name, in some services behind a namespace and `#` (AWS JSON 1.1 protocol, operation error serialization). */
function codeOf(text: string): string {
  const parsed = json(text)
  const type = typeof parsed === 'object' && parsed !== null && '__type' in parsed ? String(parsed.__type) : ''
  const name = type.split('#').at(-1) ?? ''
  return ERROR_NAME.test(name) ? name : 'no code'
}

/** Such as `ECONNREFUSED` or `TimeoutError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : error.name
}

function readAnswer<Answer>(operation: string, { text }: { text: string }, form: z.ZodType<Answer>): Answer {
  const parsed = form.safeParse(json(text))
  if (parsed.success) return parsed.data
  throw new KmsRefused(`AWS KMS answered to ${operation} in another form than its own`, 'no form')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What the parser disliked would be quoted by its message.
    return undefined
  }
}

const sentenceOf = (operation: string, { status, code }: Trouble): string =>
  status === undefined
    ? `AWS KMS gave no answer to ${operation} with the key that wraps the seed (${code})`
    : `AWS KMS refused ${operation} with the key that wraps the seed: status ${status} (${code})`
