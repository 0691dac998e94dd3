import { base64url } from 'jose'
import { CredentialRefused } from './refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Levels of objects in a payload: comparing deeper ones could end no call but by an overflow. */
const MOST_LEVELS = 64

/** The members of a payload, as one reading that everything else is compared with. */
export type Payload = Readonly<Record<string, unknown>>

/** The payload of a JWT, which nobody has verified. @throws {CredentialRefused} `malformed` */
export const readUnverified = (jwt: string): Payload => parsePayload(reading(() => base64url.decode(jwt.split('.')[1] ?? '')))

/** The members that the bytes of a payload are: an object of JSON in UTF-8. @throws {CredentialRefused} `malformed` */
export function parsePayload(bytes: Uint8Array): Payload {
  const parsed = reading<unknown>(() => JSON.parse(utf8.decode(bytes)))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || isDeeperThan(parsed, MOST_LEVELS))
    throw new CredentialRefused('malformed')
  return { ...parsed }
}

/** Whatever cannot be read is no credential. @throws {CredentialRefused} `malformed` */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new CredentialRefused('malformed')
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}
