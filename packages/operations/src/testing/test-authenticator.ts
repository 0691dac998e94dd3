import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a test changes about an answer. */
interface Changes {
  /** The page that asked; that of the gateway by default. */
  readonly origin?: string
  /** How often the authenticator says it was used; one more than before by default. */
  readonly counter?: number
  readonly isUserVerified?: boolean
  readonly userHandle?: string
}

/** An authenticator in software, with one ES256 key and no attestation. */
export interface TestAuthenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON, changes?: Changes): RegistrationResponseJSON
  get(options: PublicKeyCredentialRequestOptionsJSON, changes?: Changes): AuthenticationResponseJSON
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A new authenticator that is used on pages of `origin`. */
export function testAuthenticator(origin: string): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} } as const
  let uses = 0
  const data = (rpId: string, changes: Changes, flags = 0) =>
    authenticatorData(rpId, {
      counter: changes.counter ?? ++uses,
      flags: flags | USER_PRESENT | (changes.isUserVerified === false ? 0 : USER_VERIFIED),
    })
  return {
    create: ({ rp, challenge }, changes = {}) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'))
      const authData = Buffer.concat([data(rp.id ?? '', changes, HAS_CREDENTIAL), credentialData(id, coordinates)])
      const clientDataJSON = clientData('webauthn.create', { challenge, origin: changes.origin ?? origin })
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        ...named,
        response: { clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject), transports: ['internal'] },
      }
    },
    get: ({ rpId = '', challenge }, changes = {}) => {
      const authData = data(rpId, changes)
      const clientDataJSON = clientData('webauthn.get', { challenge, origin: changes.origin ?? origin })
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey)
      const handle = changes.userHandle === undefined ? {} : { userHandle: encode(Buffer.from(changes.userHandle)) }
      const response = { clientDataJSON: encode(clientDataJSON), authenticatorData: encode(authData), signature: encode(signature) }
      return { ...named, response: { ...response, ...handle } }
    },
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const clientData = (type: string, said: object): Buffer => Buffer.from(JSON.stringify({ type, ...said, crossOrigin: false }))

/** WebAuthn §6.1. */
function authenticatorData(rpId: string, { counter, flags }: { counter: number; flags: number }): Buffer {
  const uses = Buffer.alloc(4)
  uses.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.of(flags), uses])
}

/** WebAuthn §6.5.1, with an authenticator that names no model; the key in COSE form: EC2, ES256, P-256 (RFC 9053 §7.1.1). */
function credentialData(id: Buffer, [x, y]: readonly Buffer[]): Buffer {
  const key = cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(x ?? Buffer.alloc(0))],
    [cborInteger(-3), cborBytes(y ?? Buffer.alloc(0))],
  ])
  return Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
}

/** RFC 8949 §3, as much of it as is needed. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  return value < 256 ? Buffer.of((major << 5) | 24, value) : Buffer.of((major << 5) | 25, value >> 8, value & 255)
}

const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (members: readonly (readonly [Buffer, Buffer])[]): Buffer => Buffer.concat([cborHead(5, members.length), ...members.flat()])
