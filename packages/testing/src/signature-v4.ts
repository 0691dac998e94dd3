import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The expected signer and scope. */
interface Signer {
  readonly id: string
  readonly secret: string
  readonly token: string
  readonly region: string
  readonly service: string
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>\S+), SignedHeaders=(?<names>\S+), Signature=(?<signature>[0-9a-f]{64})$/
const SIGNED = ['content-type', 'host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']
const DATE_DIGITS = 8

interface Authorization {
  readonly id: string
  readonly scope: string
  readonly names: readonly string[]
  readonly signature: string
}

/** The AWS error of a request's signature, recomputed from the received request; undefined when it is valid (Signature Version 4). */
export function findSignatureProblem(
  { request, body }: { readonly request: IncomingMessage; readonly body: Buffer },
  signer: Signer,
): string | undefined {
  const given = authorizationOf(request)
  if (!given) return 'MissingAuthenticationTokenException'
  if (given.id !== signer.id || request.headers['x-amz-security-token'] !== signer.token) return 'UnrecognizedClientException'
  const scope = [String(request.headers['x-amz-date']).slice(0, DATE_DIGITS), signer.region, signer.service, 'aws4_request']
  if (given.scope !== scope.join('/') || SIGNED.some((name) => !given.names.includes(name))) return 'InvalidSignatureException'
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${signer.secret}`)
  const expected = hmac(key, textToSign(request, { body, given }))
  return timingSafeEqual(expected, Buffer.from(given.signature, 'hex')) ? undefined : 'InvalidSignatureException'
}

function authorizationOf({ headers }: IncomingMessage): Authorization | undefined {
  const { id = '', scope = '', names = '', signature = '' } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
  return id === '' ? undefined : { id, scope, names: names.split(';'), signature }
}

function textToSign({ method, url, headers }: IncomingMessage, { body, given }: { body: Buffer; given: Authorization }): string {
  const lines = given.names.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const canonical = [method, url, '', lines, given.names.join(';'), sha256(body)].join('\n')
  return ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), given.scope, sha256(canonical)].join('\n')
}

const sha256 = (what: Buffer | string): string => createHash('sha256').update(what).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
