import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { findSignatureProblem } from './signature-v4.ts'

/** A fake AWS KMS on loopback: it verifies signatures, and encrypts with real keys bound to the given context. */
export interface AwsKms {
  /** Settings that select its first key. */
  readonly settings: Readonly<Record<string, string>>
  /** The same as settings of a new wrapping key. */
  readonly newSettings: Readonly<Record<string, string>>
  /** Ids of its keys. */
  readonly keys: readonly string[]
  /** Plaintexts it received or returned, in base64, and its caller's secret: none may appear anywhere else. */
  readonly secrets: readonly string[]
  /** Sets its behaviour from now on. */
  behave(manner: Manner): void
  /** Number of requests so far. */
  asked(): number
  close(): Promise<void>
}

/** Its behaviour. */
type Manner =
  /** Answers correctly. */
  | 'working'
  /** Closes the connection. */
  | 'dead'
  /** Accepts the request and never answers. */
  | 'silent'
  /** Answers in an invalid form. */
  | 'garbled'
  /** Answers with an error, this often, and correctly afterwards. */
  | { readonly error: string; readonly status: number; readonly times?: number }

const REGION = 'eu-central-1'
const ACCOUNT = '111122223333'
const KEY_IDS = ['1234abcd-12ab-34cd-56ef-1234567890ab', '0987dcba-09fe-87dc-65ba-ab0987654321'] as const
const CREDENTIALS = {
  id: 'AKIDEXAMPLEOFTESTS',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  token: 'IQoJb3JpZ2luX2VjEXAMPLETOKEN==',
} as const

/** A rotation has separate settings for the new wrapping key; credentials are the same. */
function newSettingsFor(port: number): Record<string, string> {
  const renamed = Object.entries(settingsFor(port)).map(([name, value]) => [name.replace('CUSTODY_KEK_', 'CUSTODY_NEW_KEK_'), value])
  return { CUSTODY_NEW_KEK: 'kms', ...Object.fromEntries(renamed) }
}

const settingsFor = (port: number): Record<string, string> => ({
  CUSTODY_KEK_KMS_KEY: KEY_IDS[0],
  CUSTODY_KEK_KMS_REGION: REGION,
  CUSTODY_KEK_KMS_ENDPOINT: `http://127.0.0.1:${port}`,
  AWS_ACCESS_KEY_ID: CREDENTIALS.id,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secret,
  AWS_SESSION_TOKEN: CREDENTIALS.token,
})

/** Starts a fake KMS with two keys, which it forgets at its end. */
export async function startAwsKms(): Promise<AwsKms> {
  const keys: Keys = new Map(KEY_IDS.map((id) => [id, randomBytes(32)]))
  const secrets: string[] = [CREDENTIALS.secret, CREDENTIALS.token]
  let manner: Manner = 'working'
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const present = manner
    if (typeof present === 'object' && present.times !== undefined)
      manner = present.times > 1 ? { ...present, times: present.times - 1 } : 'working'
    void answer({ request, response, manner: present, keys, secrets })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    settings: settingsFor(port),
    newSettings: newSettingsFor(port),
    keys: KEY_IDS,
    secrets,
    behave: (next) => void (manner = next),
    asked: () => asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Keys = ReadonlyMap<string, Buffer>

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly manner: Manner
  readonly keys: Keys
  readonly secrets: string[]
}

/** An error by its KMS name (AWS KMS API reference). */
class KmsError extends Error {
  readonly status: number
  constructor(name: string, status = 400) {
    super(name)
    this.status = status
  }
}

async function answer({ request, response, manner, keys, secrets }: Asked): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (manner === 'silent') return
  if (manner === 'dead') return void response.destroy()
  if (manner === 'garbled') return void response.writeHead(200).end('<html>Welcome</html>')
  try {
    if (manner !== 'working') throw new KmsError(manner.error, manner.status)
    const problem = findSignatureProblem({ request, body }, { ...CREDENTIALS, region: REGION, service: 'kms' })
    if (problem !== undefined) throw new KmsError(problem)
    say(response, 200, perform(request, { question: read(body), keys, secrets }))
  } catch (error) {
    const { message, status } = error instanceof KmsError ? error : new KmsError('KMSInternalException', 500)
    // The real service reports more, such as the unauthorized caller and action.
    say(response, status, { __type: message, message: `${CREDENTIALS.id} asked ${body.toString()}` })
  }
}

const say = (response: ServerResponse, status: number, what: object): void =>
  // The location counts only with a redirect status.
  void response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', location: '/' }).end(JSON.stringify(what))

interface Question {
  readonly KeyId: string
  readonly Plaintext?: string
  readonly CiphertextBlob?: string
  readonly EncryptionContext?: Readonly<Record<string, string>>
}

function read(body: Buffer): Question {
  try {
    return JSON.parse(body.toString()) as Question
  } catch {
    throw new KmsError('SerializationException')
  }
}

function perform({ headers }: IncomingMessage, { question, keys, secrets }: { question: Question; keys: Keys; secrets: string[] }): object {
  const operation = operations[String(headers['x-amz-target'])]
  if (!operation || headers['content-type'] !== 'application/x-amz-json-1.1') throw new KmsError('UnknownOperationException', 404)
  const keyId = question.KeyId.split('/').at(-1) ?? ''
  if (!keys.has(keyId)) throw new KmsError('NotFoundException')
  const { plaintext, answer } = operation(question, { keyId, keys, context: question.EncryptionContext ?? {} })
  secrets.push(plaintext)
  return { KeyId: `arn:aws:kms:${REGION}:${ACCOUNT}:key/${keyId}`, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', ...answer }
}

type Operation = (question: Question, bound: Bound) => { plaintext: string; answer: object }

const operations: Readonly<Record<string, Operation>> = {
  'TrentService.Encrypt': ({ Plaintext = '' }, bound) => {
    const box = encrypt(bound, Buffer.from(Plaintext, 'base64'))
    return { plaintext: Plaintext, answer: { CiphertextBlob: box.toString('base64') } }
  },
  'TrentService.Decrypt': ({ CiphertextBlob = '' }, bound) => {
    const plaintext = decrypt(bound, Buffer.from(CiphertextBlob, 'base64')).toString('base64')
    return { plaintext, answer: { Plaintext: plaintext } }
  },
}

interface Bound {
  readonly keyId: string
  readonly keys: Keys
  readonly context: Readonly<Record<string, string>>
}

const [ID_BYTES, IV_BYTES, TAG_BYTES] = [KEY_IDS[0].length, 12, 16]

/** The order of the context's members does not matter (AWS KMS developer guide, Encryption context). */
const aadOf = ({ keyId, context }: Bound): Buffer =>
  Buffer.from(JSON.stringify([keyId, Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))]))

/** As in the real service, the ciphertext names its key. */
function encrypt(bound: Bound, plaintext: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', bound.keys.get(bound.keyId) ?? '', iv).setAAD(aadOf(bound))
  return Buffer.concat([Buffer.from(bound.keyId), iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(bound: Bound, box: Buffer): Buffer {
  const owner = box.subarray(0, ID_BYTES).toString()
  if (!bound.keys.has(owner)) throw new KmsError('InvalidCiphertextException')
  if (owner !== bound.keyId) throw new KmsError('IncorrectKeyException')
  const [iv, ct, tag] = [
    box.subarray(ID_BYTES, ID_BYTES + IV_BYTES),
    box.subarray(ID_BYTES + IV_BYTES, -TAG_BYTES),
    box.subarray(-TAG_BYTES),
  ]
  try {
    const decipher = createDecipheriv('aes-256-gcm', bound.keys.get(owner) ?? '', iv)
      .setAAD(aadOf(bound))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(ct), decipher.final()])
  } catch {
    throw new KmsError('InvalidCiphertextException')
  }
}
